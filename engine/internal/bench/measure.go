package main

import (
	"runtime"
	"slices"
	"syscall"
	"time"
)

// contender is one way of reading a corpus.
type contender struct {
	name string
	run  func(data []byte)
}

// cpu is the processor time that this process has used, in all its threads.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// race lets the contenders take turns on the data and gives the median time of
// each, and for each the median over the rounds of (its time / the first's):
// ratios within a round are steadier than the times.
func race(data []byte, rounds int, contenders []contender) (times []time.Duration, ratios []float64) {
	all := make([][]time.Duration, len(contenders))
	for round := -1; round < rounds; round++ {
		for i, c := range contenders {
			runtime.GC()
			before := cpu()
			c.run(data)
			if took := cpu() - before; round >= 0 {
				all[i] = append(all[i], took)
			}
		}
	}
	times = make([]time.Duration, len(contenders))
	ratios = make([]float64, len(contenders))
	for i := range contenders {
		shares := make([]float64, rounds)
		for n := range rounds {
			shares[n] = float64(all[i][n]) / float64(all[0][n])
		}
		slices.Sort(shares)
		ratios[i] = shares[rounds/2]
		slices.Sort(all[i])
		times[i] = all[i][rounds/2]
	}
	return times, ratios
}

// allocations is how many objects one run allocates.
func allocations(run func()) uint64 {
	run()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

func mbps(bytes int, took time.Duration) float64 {
	return float64(bytes) / 1e6 / took.Seconds()
}
