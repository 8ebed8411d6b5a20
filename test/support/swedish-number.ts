/** An organisation number that its check digit makes one: the nine digits are the caller's. */
export function swedishNumber(nine: number | string): string {
  const body = String(nine).padStart(9, '0')
  const sum = [...body].reduce((total, digit, at) => {
    const weighed = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}
