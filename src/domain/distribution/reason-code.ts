/** What a reason code gives the reason for. */
export const reasonTypes = [
  'DISPUTE',
  'CREDIT',
  'WRITE_OFF',
  'DENY',
  'STOP',
  'RETURN',
  'REPRIEVE',
  'OVERRIDE',
] as const
