/**
 * What comes before a timer that began with it. On a busy machine both are late, and still in their
 * order, where a clock that is read afterwards says how busy it is.
 */
export async function soonerThan<T>(ms: number, coming: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`it takes longer than ${ms} ms`)), ms)
  })
  return Promise.race([coming, late]).finally(() => clearTimeout(timer))
}
