import { describe, expect, it } from 'vitest'
import { book, bookOrRequest, type EventDraft } from '../../src/activities/bookkeeping/book.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { reverseEvent } from '../../src/activities/bookkeeping/reverse-event.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { BookkeepingAccount } from '../../src/entities/bookkeeping-account.ts'
import { FinancialEvent } from '../../src/entities/financial-event.ts'
import { tenantIn } from '../support/world.ts'
import {
  bookedClient,
  bookIn,
  draft,
  financedFacts,
  postingsOf,
  worldWithClient,
  type BookedClient,
} from '../support/booked-client.ts'
import { balancesOf } from '../support/books.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { uuidOfId } from '../../src/domain/id-forms.ts'

const { at, tenant, client } = await worldWithClient()

it('is booked once for each source key', async () => {
  const wanted = draft(client.id)
  const [first] = await bookIn(tenant, wanted, wanted)
  const [again] = await bookIn(tenant, wanted)
  expect(again!.id).toBe(first!.id)
  expect(await postingsOf(at, first!.id)).toHaveLength(3)
})

it('is booked once by two callers at once: the second is refused and may try again', async () => {
  const wanted = draft(client.id)
  const settled = await Promise.allSettled([bookIn(tenant, wanted), bookIn(tenant, wanted)])
  const failed = settled.filter(({ status }) => status === 'rejected')
  for (const { reason } of failed as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ code: 'OVERLOADED', status: 503 })
  }
  expect(failed.length).toBeLessThan(2)
  const [once] = await bookIn(tenant, wanted)
  expect(await postingsOf(at, once!.id)).toHaveLength(3)
})

it('takes the account of an article row instead of the role’s', async () => {
  const [event] = await bookIn(
    tenant,
    draft(client.id, {
      amount: 1001n,
      facts: {
        net: [{ rate: '0', amount: '1000', accountNumber: '3740', costCentre: 'Norr' }],
        vat: [{ rate: '0', amount: '0' }],
        rounding: '1',
      },
    }),
  )
  expect(await postingsOf(at, event!.id)).toEqual(['C 1510 1001', 'C 3740 -1000', 'C 3740 -1'])
  expect(
    await at.owner(
      `select p.role, p.cost_centre from voucher_posting p join voucher v on v.id = p.voucher_id
       where v.financial_event_id = $1 order by p.line`,
      [event!.id],
    ),
  ).toEqual([
    { role: 'AR', cost_centre: null },
    { role: 'REVENUE_0', cost_centre: 'Norr' },
    { role: 'ROUNDING', cost_centre: null },
  ])
})

it('leaves sales out of a book that has them already, and follows its series and year', async () => {
  const own = await bookedClient(tenant, {
    bookInvoices: false,
    fiscalYearStart: '05-01',
    export: { voucherSeries: 'F' },
  })
  const [sale, financed] = await bookIn(
    tenant,
    draft(own.id),
    draft(own.id, {
      type: 'FINANCED',
      amount: 0n,
      bookDate: '2026-04-30',
      facts: financedFacts(),
    }),
  )
  expect(await postingsOf(at, sale!.id)).toEqual([])
  expect(
    await at.owner(
      `select series, fiscal_year, number from voucher
       where financial_event_id = $1 and owner_type = 'CLIENT'`,
      [financed!.id],
    ),
  ).toEqual([{ series: 'F', fiscal_year: 2025, number: 1 }])
})

it('refuses where an account is missing, and books nothing', async () => {
  const wanted = draft(client.id, {
    facts: { net: [{ rate: '25', amount: '1250000', accountNumber: '4711' }], vat: [] },
  })
  await expect(bookIn(tenant, wanted)).rejects.toMatchObject({
    code: 'ACCOUNT_MISSING',
    facts: { detail: 'There is no account 4711 in the book of the client.' },
  })
  await expect(
    bookIn(
      tenant,
      draft(client.id, { type: 'FINANCED', amount: 0n, currency: 'EUR', facts: financedFacts() }),
    ),
  ).rejects.toMatchObject({
    code: 'ACCOUNT_MISSING',
    facts: { detail: 'The client has no account of type MAIN in EUR.' },
  })
  expect(
    await at.owner('select 1 from financial_event where source_key = $1', [wanted.sourceKey]),
  ).toEqual([])
})

it('leaves a request and an errand where it must not fail', async () => {
  const wanted = draft(client.id, {
    facts: { net: [{ rate: '25', amount: '1250000', accountNumber: '4712' }], vat: [] },
  })
  const [event] = await tenant.work((unit) => bookOrRequest(unit, [wanted]))
  expect(
    await at.owner(
      'select rule, status, error from voucher_request where financial_event_id = $1',
      [event!.id],
    ),
  ).toEqual([
    {
      rule: 'P1',
      status: 'FAILED',
      error: 'There is no account 4712 in the book of the client.',
    },
  ])
  expect(
    await at.owner(`select status from system_errand where type = 'VOUCHER' and client_id = $1`, [
      client.id,
    ]),
  ).toEqual([{ status: 'OPEN' }])
})

it('is booked in the tenant’s book as well for a caller who sees one client alone', async () => {
  const other = await tenantIn(at)
  const own = await bookedClient(other)
  const bound = { ...platform(other.id, 'test'), clientId: own.id }
  const events = await inUnit(at.runtime, bound, {}, async (unit) => {
    const made = await book(unit, [
      draft(own.id, { type: 'FINANCED', amount: 0n, facts: financedFacts() }),
    ])
    expect(await unit.all(BookkeepingAccount, { ownerType: 'TENANT' })).toEqual([])
    return made
  })
  expect(await postingsOf(at, events[0]!.id)).toHaveLength(12)
  const reversal = await inUnit(at.runtime, bound, {}, async (unit) =>
    reverseEvent(unit, await unit.load(FinancialEvent, events[0]!.id)),
  )
  expect(await postingsOf(at, reversal.id)).toHaveLength(12)
  expect(new Set(Object.values(await balancesOf(at, other.id)))).toEqual(new Set(['0 0']))
})

describe('a locked period', () => {
  it('takes no entries, whoever tries', async () => {
    const locked = await bookedClient(tenant)
    await at.owner(
      `insert into locked_period (tenant_id, owner_id, owner_type, client_id, locked_until, created_at, updated_at)
       values ($1, $2, 'CLIENT', $2, '2026-10-31', now(), now())`,
      [tenant.id, locked.id],
    )
    await expect(
      bookIn(tenant, draft(locked.id, { bookDate: '2026-10-31' })),
    ).rejects.toMatchObject({
      code: 'PERIOD_LOCKED',
      status: 409,
      facts: { detail: 'The book is locked up to 2026-10-31.' },
    })
    const [event] = await bookIn(tenant, draft(locked.id, { bookDate: '2026-11-01' }))
    await at.owner(`update locked_period set locked_until = '2027-01-31' where owner_id = $1`, [
      locked.id,
    ])
    const reversal = await tenant.work(async (unit) =>
      reverseEvent(unit, await unit.load(FinancialEvent, event!.id)),
    )
    expect(reversal.bookDate).toBe('2027-02-01')
  })
})

describe('a reversal', () => {
  it('leaves every balance as before', async () => {
    const before = await balancesOf(at, tenant.id)
    const drafts: Partial<EventDraft>[] = [
      {},
      { type: 'FINANCED', amount: 0n, facts: financedFacts() },
      {
        type: 'MANUAL_TRANSACTION',
        amount: 0n,
        facts: { clientAccountId: client.mainId, amount: '-3', counterRole: 'BANK' },
      },
    ]
    const events = await bookIn(tenant, ...drafts.map((one) => draft(client.id, one)))
    expect(await balancesOf(at, tenant.id)).not.toEqual(before)
    for (const { id } of events) {
      const reversal = await tenant.work(async (unit) =>
        reverseEvent(unit, await unit.load(FinancialEvent, id), { reasonCode: 'WRONG' }),
      )
      expect(reversal).toMatchObject({ type: 'REVERSAL', reversesId: id, reasonCode: 'WRONG' })
      expect(
        await at.owner('select reversed_by_id from financial_event where id = $1', [id]),
      ).toEqual([{ reversed_by_id: reversal.id }])
      const mirrored = await postingsOf(at, reversal.id)
      const turned = (line: string) =>
        line.replace(/ (-?\d+)$/, (_, amount: string) => ` ${-BigInt(amount)}`)
      expect(mirrored).toEqual((await postingsOf(at, id)).map(turned))
    }
    expect(await balancesOf(at, tenant.id)).toEqual(before)
    expect(
      await at.owner(
        `select v.status, m.rule from voucher v join voucher m on m.reverses_id = v.id
         where v.financial_event_id = $1 and v.reversed_by_id = m.id`,
        [events[0]!.id],
      ),
    ).toEqual([{ status: 'REVERSED', rule: 'P31' }])
  })

  it('happens once, and is final', async () => {
    const [event] = await bookIn(tenant, draft(client.id))
    const reverse = (id: string) =>
      tenant.work(async (unit) => reverseEvent(unit, await unit.load(FinancialEvent, id)))
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => reverse(event!.id)))
    const won = tries.filter(({ status }) => status === 'fulfilled')
    const lost = tries.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(won).toHaveLength(1)
    expect(new Set(lost.map(({ reason }) => reason.code))).toEqual(new Set(['ALREADY_REVERSED']))
    const { value } = won[0] as PromiseFulfilledResult<FinancialEvent>
    await expect(reverse(value.id)).rejects.toMatchObject({ code: 'REVERSAL_FINAL' })
  })
})

describe('bookings at once', () => {
  it('get numbers without a gap, and lose no movement', async () => {
    const other = await tenantIn(at)
    const [a, b] = [await bookedClient(other), await bookedClient(other)]
    const financing = (of: BookedClient) =>
      draft(of.id, { type: 'FINANCED', amount: 0n, facts: financedFacts() })
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        n % 5 === 4
          ? other.work(async (unit) => {
              await book(unit, [financing(a)])
              throw new Error('rolled back')
            })
          : bookIn(
              other,
              ...(n % 2 === 0 ? [financing(a), financing(b)] : [financing(b), financing(a)]),
            ),
      ),
    )
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(reasons.map(({ message }) => message)).toEqual(Array(4).fill('rolled back'))
    const numbers = await at.owner(
      `select owner_id, count(*)::int as n, min(number) as first, max(number) as last from voucher
       where tenant_id = $1 group by owner_id order by n`,
      [other.id],
    )
    expect(numbers.map(({ n, first, last }) => [n, first, last])).toEqual([
      [16, 1, 16],
      [16, 1, 16],
      [32, 1, 32],
    ])
    const kept = await balancesOf(at, other.id)
    expect(kept[`client account ${a.mainId}`]).toBe(`${16n * 1_093_750n} 0`)
    expect(
      await at.owner(
        `select balance from bookkeeping_account where owner_id = $1 and number = '1511'`,
        [other.id],
      ),
    ).toEqual([{ balance: `${32n * 1_250_000n}` }])
  })
})

describe('the database itself', () => {
  it('refuses to change or remove what was booked', async () => {
    const [event] = await bookIn(tenant, draft(client.id))
    const tried = (text: string) =>
      tenant.work((unit) => unit.transaction.query(text, [unit.tenantId, event!.id]))
    for (const text of [
      `update voucher_posting p set amount = 1 from voucher v
       where p.tenant_id = $1 and v.id = p.voucher_id and v.financial_event_id = $2`,
      'update voucher set total = 1 where tenant_id = $1 and financial_event_id = $2',
      'update financial_event set amount = 1 where tenant_id = $1 and id = $2',
      'delete from voucher where tenant_id = $1 and financial_event_id = $2',
      'delete from financial_event where tenant_id = $1 and id = $2',
      'delete from client_account_transaction where tenant_id = $1 and financial_event_id = $2',
    ]) {
      await expect(tried(text), text).rejects.toMatchObject({ code: '42501' })
    }
  })

  /** A voucher of 100 beside that of an event, each list of its lines by a statement of its own. */
  async function entered(...statements: Record<string, unknown>[][]): Promise<void> {
    const [event] = await bookIn(tenant, draft(client.id))
    const of = `v.tenant_id = $1 and v.financial_event_id = $2 
      and v.owner_type = 'CLIENT' and v.id::text not like '%ffffffff'`
    const named = `jsonb_build_object('voucher_id', left(v.id::text, -8) || 'ffffffff',
      'id', left(p.id::text, -8) || lpad(c ->> 'line', 8, 'f'))`
    await tenant.work(async (unit) => {
      const values = [unit.tenantId, event!.id]
      await unit.transaction.query(
        `insert into voucher select (jsonb_populate_record(v, jsonb_build_object(
           'id', left(v.id::text, -8) || 'ffffffff', 'number', v.number + 100000, 'total', 100))).*
         from voucher v where ${of}`,
        values,
      )
      for (const lines of statements) {
        await unit.transaction.query(
          `insert into voucher_posting select (jsonb_populate_record(p, ${named} || c)).*
           from voucher_posting p join voucher v on v.id = p.voucher_id,
             jsonb_array_elements($3::jsonb) c
           where ${of} and p.line = 1`,
          [...values, JSON.stringify(lines)],
        )
      }
    })
  }
  const unbalanced = { constraint: 'voucher_balances' }
  const [debit, credit] = [
    { line: 1, amount: 100 },
    { line: 2, amount: -100 },
  ]
  const later = [
    { ...debit, line: 3 },
    { ...credit, line: 4 },
  ]

  it.each([
    ['does not balance', unbalanced, [[debit, { ...credit, amount: -99 }]]],
    ['moves another sum than its voucher', unbalanced, [[debit, credit, ...later]]],
    ['comes line by line', unbalanced, [[debit], [credit]]],
    [
      'comes a second time',
      { code: 'ALREADY_EXISTS' },
      [
        [debit, credit],
        [debit, credit],
      ],
    ],
    ['comes and is added to', unbalanced, [[debit, credit], later]],
    [
      'is in another currency',
      unbalanced,
      [[debit, credit].map((line) => ({ ...line, currency: 'EUR' }))],
    ],
    [
      'is half in another book',
      unbalanced,
      [[debit, { ...credit, owner_id: uuidOfId(newId('Client')) }]],
    ],
    ['is of another day', unbalanced, [[debit, { ...credit, date: '2026-01-02' }]]],
    [
      'has no voucher',
      unbalanced,
      [[debit, credit].map((line) => ({ ...line, voucher_id: uuidOfId(newId('Voucher')) }))],
    ],
    ['has no lines', { constraint: 'voucher_is_whole' }, []],
  ] as [string, object, Record<string, unknown>[][]][])(
    'refuses an entry that %s',
    async (_, refused, statements) => {
      await expect(entered(...statements)).rejects.toMatchObject(refused)
    },
  )
})
