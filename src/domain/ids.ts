/** What an id looks like: the letters of its kind, and a part that sorts by time. */
export const digit = '[0-9A-HJKMNP-TV-Z]'
const sortablePart = `${digit}{26}`
/** The digits in their order: Crockford's base 32. */
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Letters, so that they end where the digit begins with which every sortable part begins. */
export const prefixPattern = /^[A-Z]{1,4}\.?$/

/** A tenant is known to the database by a number, where no ids of other kinds stand beside it. */
export const tenantPrefix = 'TN'

/**
 * The kinds of ids by their prefixes, and the number that stands for each inside of its ids. It
 * is never changed and never given again: rows that are stored have it.
 */
export const idCodes = {
  NF: 1,
  ET: 2,
  EP: 3,
  'C.': 4,
  SD: 5,
  DS: 6,
  RP: 7,
  'D.': 8,
  U: 9,
  UI: 10,
  PW: 11,
  RO: 12,
  UG: 13,
  AC: 14,
  SA: 15,
  SS: 16,
  TK: 17,
  CS: 18,
  OS: 19,
  CP: 20,
  CA: 21,
  CT: 22,
  CX: 23,
  ER: 24,
  PS: 25,
  CY: 26,
  I: 27,
  CZ: 28,
  DB: 29,
  CD: 30,
  CR: 31,
  SC: 32,
  AR: 33,
  AL: 34,
  IA: 35,
  LE: 36,
  FC: 37,
  FD: 38,
  IR: 39,
  BA: 40,
  FE: 41,
  UA: 42,
  V: 43,
  VP: 44,
  VR: 45,
  PO: 46,
  RC: 47,
  DOC: 48,
  IQ: 49,
  WH: 50,
  WHRL: 51,
  IE: 52,
  RT: 53,
  RM: 54,
  SE: 55,
  EE: 56,
  T: 57,
  CC: 58,
  NT: 59,
  TD: 60,
  LB: 61,
  LA: 62,
  ST: 63,
  JR: 64,
  CL: 65,
  EV: 66,
  OB: 67,
  TN: 68,
  WHT: 69,
  SN: 70,
  CG: 71,
  KP: 72,
  IP: 73,
  SV: 74,
  PT: 75,
  CU: 76,
  SO: 77,
  SG: 78,
  SX: 79,
  CH: 80,
  HB: 81,
  CQ: 82,
  GU: 83,
  AU: 84,
  AN: 85,
  AQ: 86,
  BN: 87,
  BP: 88,
  TX: 89,
  SH: 90,
  QS: 91,
  BF: 92,
  PX: 93,
  PL: 94,
  UP: 95,
  PA: 96,
  SB: 97,
  PB: 98,
  PF: 99,
  PN: 100,
} as const

export type IdPrefix = keyof typeof idCodes

export const anyId = new RegExp(`${prefixPattern.source.slice(0, -1)}${sortablePart}$`)

/** Whether it looks like an id, of whatever kind. */
export const isId = (text: string): boolean => anyId.test(text)
