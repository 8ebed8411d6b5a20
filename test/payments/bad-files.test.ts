import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../../src/domain/payments/bank-file.ts'
import { driftsOf } from '../support/books.ts'
import { tenantIn, world, type World } from '../support/world.ts'
import { bgmax, camt, iban, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

// What nobody should send, by the interface as it is sent: where it is wrong is named, and nothing
// of it is half there.
let at: World
beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

/** A tenant with an account of each kind, in SEK alone. */
async function sentTo(file: string | Uint8Array) {
  const tenant = await tenantIn(at)
  for (const account of [
    { kind: 'IBAN', number: iban },
    { kind: 'BANKGIRO', number: '991-2346' },
  ]) {
    const sent = { name: account.kind, currency: 'SEK', ...account }
    expect((await tenant.api.post('/system-bank-accounts', sent)).status).toBe(201)
  }
  const bank = bankOf(at, tenant)
  const uploaded = await bank.upload(file)
  if (uploaded.status !== 201) {
    const [first] = uploaded.body.errors as { pointer: string; code: string }[]
    return { refused: `${uploaded.status} ${first!.pointer} ${first!.code}` }
  }
  await tenant.api.put(`/payment-files/${uploaded.body.id}/import`)
  await bank.settled()
  const { status, entryCount, findings } = await bank.read(uploaded.body.id)
  const [rows] = await at.owner(
    `select (select count(*)::int from payment_transaction where tenant_id = $1) as payments,
       (select coalesce(sum(count), 0)::int from payment_batch where tenant_id = $1) as of_batches,
       (select count(*)::int from payment_link where tenant_id = $1) as links,
       (select count(*)::int from financial_event where tenant_id = $1) as events`,
    [tenant.id],
  )
  // It waits for a person: whatever is good of it is there, and nothing is booked.
  expect(rows).toEqual({ payments: entryCount, of_batches: entryCount, links: 0, events: 0 })
  expect(await driftsOf(at, tenant.id)).toEqual([])
  const found = (findings as Finding[]).map(({ code, place }) => `${code} ${place}`)
  return { status, entryCount, found, said: (findings as Finding[]).map(({ message }) => message) }
}

let count = 0
const one = (more: Partial<Paid> = {}): Paid[] => [
  { amount: '100.00', ref: `R${++count}`, ...more },
]
/** The first is as the test has it, and one more is good. */
const two = (more: Partial<Paid>) => camt({ entries: [one(more), one()] })
const deposit = (payments: Paid[], date = '2026-11-20') => bgmax([{ date, payments }])
const list = (...rows: string[]) =>
  ['account;bookDate;amount;currency;bankRef', ...rows, `${iban};2026-11-20;5.00;SEK;G`].join('\n')
const latin = (text: string) => Buffer.from(text, 'latin1')
const named = camt({ entries: [one({ name: 'Åsa Öberg' })] })
const whole = camt({ entries: [one(), one(), one()] })
const dtd = (entity: string) =>
  whole
    .replace(/^.*\n/, `<?xml version="1.0"?><!DOCTYPE a [${entity}]>`)
    .replace('<Id>S1', '<Id>&b;')

const inEntry = 'Stmt[1]/Ntry[1]/TxDtls[1], line 12'
const bad: [string, string | Uint8Array, 'PARTIAL' | 'FAILED', number, string[]][] = [
  [
    'is cut off in an entry',
    whole.slice(0, whole.lastIndexOf('<Amt')),
    'PARTIAL',
    2,
    ['ENDS_TOO_SOON line 37'],
  ],
  ['is cut off in its head', whole.slice(0, 200), 'FAILED', 0, ['ENDS_TOO_SOON line 4']],
  [
    'is UTF-8 by its word alone',
    latin(named),
    'FAILED',
    0,
    ['UNREADABLE line 14', 'ENDS_TOO_SOON line 14'],
  ],
  [
    'is in an encoding that nobody knows',
    whole.replace('UTF-8', 'IBM037'),
    'FAILED',
    0,
    ['UNREADABLE the file'],
  ],
  [
    'multiplies entities',
    dtd('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">'),
    'FAILED',
    0,
    ['UNREADABLE the file'],
  ],
  [
    'takes in another file',
    dtd('<!ENTITY b SYSTEM "file:///etc/passwd">'),
    'FAILED',
    0,
    ['UNREADABLE the file'],
  ],
  [
    'names an entity of nowhere',
    whole.replace('<Id>S1', '<Id>&nbsp;'),
    'FAILED',
    0,
    ['UNREADABLE line 4'],
  ],
  [
    'writes a sign that is none',
    camt({ entries: [one({ name: '&#xD800;' })] }),
    'FAILED',
    0,
    ['UNREADABLE line 14'],
  ],
  [
    'has three decimals of a krona',
    two({ amount: '1.005' }),
    'PARTIAL',
    1,
    [`AMOUNT_INVALID ${inEntry}`],
  ],
  [
    'has an amount below zero',
    two({ amount: '-1.00' }),
    'PARTIAL',
    1,
    [`AMOUNT_INVALID ${inEntry}`],
  ],
  ['has an amount of zero', two({ amount: '0.00' }), 'PARTIAL', 1, [`AMOUNT_INVALID ${inEntry}`]],
  [
    'has an amount with a comma',
    two({ amount: '1,00' }),
    'PARTIAL',
    1,
    [`AMOUNT_INVALID ${inEntry}`],
  ],
  [
    'has more than all money',
    two({ amount: '99999999999999999999.00' }),
    'PARTIAL',
    1,
    [`AMOUNT_INVALID ${inEntry}`],
  ],
  [
    'is of a day to come',
    camt({ entries: [one()], date: '2099-01-01' }),
    'FAILED',
    0,
    [`DATE_IN_FUTURE ${inEntry}`],
  ],
  [
    'is of a day that is none',
    camt({ entries: [one()], date: '2026-02-30' }),
    'FAILED',
    0,
    [`DATE_INVALID ${inEntry}`],
  ],
  [
    'is of an account of nobody',
    camt({ entries: [one()], iban: 'SE3550000000054910000003' }),
    'FAILED',
    0,
    [`ACCOUNT_UNKNOWN ${inEntry}`],
  ],
  [
    'is of no account',
    camt({ entries: [one()], iban: '' }),
    'FAILED',
    0,
    [`ACCOUNT_MISSING ${inEntry}`, 'ACCOUNT_MISSING Stmt[1], line 4'],
  ],
  [
    'is in a currency that the account does not have',
    camt({ entries: [one()], currency: 'EUR' }),
    'FAILED',
    0,
    [`CURRENCY_NOT_TAKEN ${inEntry}`],
  ],
  [
    'is BgMax without an end',
    deposit(one()).split('\r\n').slice(0, -1).join('\r\n'),
    'PARTIAL',
    1,
    ['ENDS_TOO_SOON line 4'],
  ],
  [
    'is BgMax without a deposit',
    deposit(one()).split('\r\n').slice(0, 3).join('\r\n'),
    'FAILED',
    0,
    ['ENDS_TOO_SOON line 3', 'ENDS_TOO_SOON line 3'],
  ],
  [
    'is BgMax of a day to come',
    deposit(one(), '2099-01-01'),
    'FAILED',
    0,
    ['DATE_IN_FUTURE line 3'],
  ],
  [
    'is BgMax of a bankgiro of nobody',
    bgmax([{ bankgiro: '50501055', payments: one() }]),
    'FAILED',
    0,
    ['ACCOUNT_UNKNOWN line 3'],
  ],
  [
    'is a list with three decimals',
    list(`${iban};2026-11-20;1.005;SEK;B1`),
    'PARTIAL',
    1,
    ['AMOUNT_INVALID line 2'],
  ],
  [
    'is a list of a day to come',
    list(`${iban};2099-01-01;1.00;SEK;B1`),
    'PARTIAL',
    1,
    ['DATE_IN_FUTURE line 2'],
  ],
  [
    'is a list of no currency',
    list(`${iban};2026-11-20;1.00;XXX;B1`),
    'PARTIAL',
    1,
    ['CURRENCY_UNKNOWN line 2'],
  ],
  [
    'is a list of an account of nobody',
    list('ABC;2026-11-20;1.00;SEK;B1'),
    'PARTIAL',
    1,
    ['ACCOUNT_UNKNOWN line 2'],
  ],
  ['is something else', '<html><body>Log in</body></html>', 'FAILED', 0, ['UNREADABLE the file']],
]

describe('a file that', () => {
  test.each(bad)('%s is refused there', async (_, file, status, entryCount, found) => {
    expect(await sentTo(file)).toMatchObject({ status, entryCount, found })
  })

  test('has three decimals is told how many there may be', async () => {
    const { said } = await sentTo(two({ amount: '1.005' }))
    expect(said).toEqual(['There is no amount of SEK above zero, with 2 decimals at most'])
  })

  test.each([
    ['is UTF-16', Buffer.from(`\ufeff${whole}`, 'utf16le')],
    ['is packed', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
    ['is a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['has a sign of nothing', 'a\0b'],
  ])('%s is not kept', async (_, file) => {
    expect(await sentTo(file)).toEqual({ refused: expect.stringMatching(/^4\d\d \/content /) })
  })
})

test('a file in the encoding that it names is read in that', async () => {
  for (const encoding of ['ISO-8859-1', 'windows-1252']) {
    const tenant = await tenantIn(at)
    const bank = bankOf(at, tenant)
    await bank.imported(latin(named.replace('UTF-8', encoding)))
    const { body } = await tenant.api.get('/payments')
    expect(body.data).toMatchObject([{ payerName: 'Åsa Öberg' }])
  }
})
