/** Named anew by their register, and still by their old names in the list that we go by. */
const renamed = [
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Catamarca',
  'America/Argentina/Cordoba',
  'America/Argentina/Jujuy',
  'America/Argentina/Mendoza',
  'America/Atikokan',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
]

/** Those of ships and machines, which no clock ever changes; west of Greenwich is plus. */
const fixed = /^Etc\/(?:UTC|GMT(?:\+(?:[1-9]|1[0-2])|-(?:[1-9]|1[0-4]))?)$/

const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...renamed])

/** Spelled as all who read it spell it: dates here take other cases and aliases, Temporal does not. */
export const isTimeZone = (name: string): boolean => known.has(name) || fixed.test(name)
