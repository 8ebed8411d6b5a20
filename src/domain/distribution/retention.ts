/** Accounting material is kept to the end of the seventh year after that of its fiscal year. */
export function retentionUntil(date: string): string {
  return `${Number(date.slice(0, 4)) + 7}-12-31`
}
