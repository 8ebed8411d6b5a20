const yearsOfLaw = 7

/** Accounting material is kept to the end of the seventh year after that of its fiscal year. */
export function retentionUntil(date: string, years = yearsOfLaw): string {
  return `${Number(date.slice(0, 4)) + years}-12-31`
}

/** What is stored is the day of the law; a tenant may keep longer, never shorter. */
export function longerBy(until: string, years: number): string {
  return `${Number(until.slice(0, 4)) + years - yearsOfLaw}${until.slice(4)}`
}
