/** Numbers below a bound, the same ones for the same seed. */
export function chance(from: number) {
  let state = from
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
