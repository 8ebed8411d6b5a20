const began = Date.now()

/** How far a long test is, and how long it took so far. */
export function say(line: string): void {
  const seconds = ((Date.now() - began) / 1_000).toFixed(0).padStart(3)
  process.stderr.write(`  ${seconds} s  ${line}\n`)
}
