// The few system calls that Go's runtime makes when it starts, allocates and panics. The engine itself makes none: it
// has no file, no clock and no random source to ask. What is written to stderr is the runtime's last words.

const success = 0
const badDescriptor = 8
const stderr = 2

export interface Wasi {
  readonly imports: WebAssembly.ModuleImports
  /** Gives the shim the memory to write answers into. Call it before the first exported function. */
  attach(memory: WebAssembly.Memory): void
  /** What the guest wrote to stderr so far, at most 4 KiB of it. */
  lastWords(): string
}

/** Thrown when the guest ends itself, as Go's runtime does after a panic. */
class Exit extends Error {
  override name = 'Exit'
}

export function makeWasi(): Wasi {
  let memory: WebAssembly.Memory | undefined
  let words = ''
  // The buffer is taken anew each time: growing detaches the old one.
  const view = () => {
    if (memory === undefined) throw new Error('the guest called the system before it had a memory')
    return new DataView(memory.buffer)
  }
  const nothing = (countAt: number, sizeAt: number) => {
    view().setUint32(countAt, 0, true)
    view().setUint32(sizeAt, 0, true)
    return success
  }
  const refuse = () => badDescriptor

  const imports: WebAssembly.ModuleImports = {
    args_sizes_get: nothing,
    args_get: () => success,
    environ_sizes_get: nothing,
    environ_get: () => success,
    sched_yield: () => success,
    clock_time_get(_clock: number, _precision: bigint, at: number) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true)
      return success
    },
    random_get(at: number, length: number) {
      const bytes = new Uint8Array(view().buffer, at, length)
      for (let from = 0; from < length; from += 65536) crypto.getRandomValues(bytes.subarray(from, from + 65536))
      return success
    },
    // The runtime waits for a timer only when it has nothing else to do: let it look again at once.
    poll_oneoff(_subscriptions: number, _events: number, count: number, doneAt: number) {
      view().setUint32(doneAt, count, true)
      return success
    },
    proc_exit(code: number) {
      throw new Exit(`the engine ended itself with ${code}`)
    },
    fd_write(descriptor: number, vectors: number, count: number, writtenAt: number) {
      if (descriptor !== stderr) return badDescriptor
      const memory = view()
      let written = 0
      for (let i = 0; i < count; i++) {
        const at = memory.getUint32(vectors + 8 * i, true)
        const length = memory.getUint32(vectors + 8 * i + 4, true)
        if (words.length < 4096) words += new TextDecoder().decode(new Uint8Array(memory.buffer, at, length))
        written += length
      }
      memory.setUint32(writtenAt, written, true)
      return success
    },
    fd_close: refuse,
    fd_fdstat_get: refuse,
    fd_fdstat_set_flags: refuse,
    fd_prestat_get: refuse,
    fd_prestat_dir_name: refuse,
  }
  return { imports, attach: (given) => void (memory = given), lastWords: () => words }
}
