/** The fields of a reason code, which belongs to nobody and has a version. */
export const reason = (code: string, name = code) => ({
  code,
  type: 'DISPUTE' as const,
  name,
  description: '',
  active: true,
})
