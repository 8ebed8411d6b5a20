import { exampleId, isIdKind } from '../../../entities/ids.ts'

const words: Readonly<Record<string, unknown>> = {
  name: 'Northern region',
  title: 'Northern region',
  companyName: 'Northwind Trading AB',
  rightId: 'ReadInvoices',
  firstName: 'Anna',
  lastName: 'Berg',
  fullName: 'Anna Berg',
  email: 'anna.berg@example.com',
  phone: '+46701234567',
  address: 'Storgatan 1',
  street: 'Storgatan 1',
  zip: '111 22',
  postalCode: '111 22',
  city: 'Stockholm',
  country: 'SE',
  countryCode: 'SE',
  currency: 'SEK',
  language: 'sv',
  locale: 'sv-SE',
  timeZone: 'Europe/Stockholm',
  organizationNumber: '556677-8899',
  identificationNumber: '5566778899',
  description: 'What it is for, in a sentence',
  comment: 'Agreed by phone',
  note: 'Agreed by phone',
  message: 'Agreed by phone',
  text: 'Agreed by phone',
  reason: 'Agreed by phone',
  amount: '1250.00',
  rate: '8.5',
  quantity: '2',
  invoiceNumber: '10042',
  customerNumber: '2001',
  reference: '10042',
  url: 'https://example.com/receivables',
  password: 'correct horse battery staple',
  limit: 50,
  hasMore: false,
  nextCursor: null,
  key: 'key',
  settingKey: 'dates.dueDateRoll',
}

/** What is one of its kind is changed into another one, so that both examples can be sent. */
const further: Readonly<Record<string, string>> = {
  'Northern region': 'Western region',
  'Bank statements': 'Statements of banks',
  'Factoring, small clients': 'Factoring, large clients',
  'kim@example.com': 'kim.berg@example.com',
  'PLANK-22': 'PLANK-23',
  'Norrland Bureau': 'Norrland Agency',
  '5050-1055': '5678-1230',
  '2026-1001': '2026-1002',
  '1042': '1043',
  '7': '9',
}

export const changed = (example: unknown): unknown =>
  typeof example !== 'object' || example === null || Array.isArray(example)
    ? example
    : Object.fromEntries(
        Object.entries(example).map(([name, value]) => [name, further[String(value)] ?? value]),
      )

/** What a field of this name looks like in an example, to be used where its schema accepts it. */
export function wordFor(field: string): unknown {
  if (field in words) return words[field]
  return field.endsWith('Id') ? idOf(field.slice(0, -2)) : undefined
}

/** The id of a thing by its name, in whatever way it is written: `userGroup`, `user-groups`. */
export function idOf(noun: string): string | undefined {
  const kind = noun
    .replace(/s$/, '')
    .replaceAll(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())
  return isIdKind(kind) ? exampleId(kind) : undefined
}
