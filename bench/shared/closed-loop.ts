/** How long each took, and how many were done a second. */
export interface Timed {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** The work so many times, so many at once: the next begins when one is done. */
export async function timesOf(
  count: number,
  atOnce: number,
  work: (at: number) => Promise<unknown>,
): Promise<Timed> {
  const tookMs: number[] = []
  let next = 0
  const loop = async () => {
    while (next < count) {
      const at = next++
      const began = performance.now()
      await work(at)
      tookMs.push(performance.now() - began)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, loop))
  const seconds = (performance.now() - began) / 1000
  tookMs.sort((a, b) => a - b)
  const at = (share: number) => tookMs[Math.floor(share * (tookMs.length - 1))] ?? NaN
  return { perSecond: count / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}
