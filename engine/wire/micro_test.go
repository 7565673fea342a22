package wire
import ("testing";"strings";"fmt")
func BenchmarkMicro(b *testing.B){
 obj := func(n int, f func(i int) string) string { var p []string; for i:=0;i<n;i++ { p = append(p, f(i)) }; return "{"+strings.Join(p,",")+"}" }
 for _, tc := range []struct{name string; n int; line string}{
  {"short-short", 12*40, `{"result":[`+strings.TrimSuffix(strings.Repeat(obj(12, func(i int) string { return fmt.Sprintf(`"k%c":"v%d"`, 'a'+i, i) })+",",40),",")+`]}`},
  {"short-num", 12*40, `{"result":[`+strings.TrimSuffix(strings.Repeat(obj(12, func(i int) string { return fmt.Sprintf(`"k%c":%d`, 'a'+i, i) })+",",40),",")+`]}`},
  {"arr-str", 480, `{"result":[`+strings.TrimSuffix(strings.Repeat(`"abcd",`,480),",")+`]}`},
  {"arr-obj", 480, `{"result":[`+strings.TrimSuffix(strings.Repeat(`{"a":1},`,480),",")+`]}`},
  {"nest-obj", 480, `{"result":[`+strings.TrimSuffix(strings.Repeat(`{"a":{"b":{"c":1}}},`,160),",")+`]}`},
  {"long-str", 480, `{"result":[`+strings.TrimSuffix(strings.Repeat(`"abcdefgh abcdefgh abcdefgh abcdefgh",`,480),",")+`]}`},
 } { b.Run(tc.name, func(b *testing.B){ var m Message; l := []byte(tc.line); for b.Loop() { Scan(l,&m) }; b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(tc.n)*4.1, "cyc/item") }) }
}
