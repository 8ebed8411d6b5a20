import { z } from 'zod'
import { systemDebtorNumbered } from '../../activities/system/system-debtor-numbered.ts'
import {
  declareBankrupt,
  declareBankruptInput,
  revokeBankruptcy,
} from '../../activities/debtors/bankruptcy.ts'
import {
  clientsOfSystemDebtor,
  owedBySystemDebtor,
} from '../../activities/debtors/owed-by-system-debtor.ts'
import { markOfScope } from '../../domain/access/scope.ts'
import { amountShown, currencyCode } from '../../kernel/read/amounts.ts'
import { id } from '../../kernel/read/fields.ts'
import {
  decodeCursor,
  encodeCursor,
  pageLimitDefault,
  pageLimitMax,
  pageOf,
} from '../../kernel/read/page.ts'
import {
  updateSystemDebtor,
  updateSystemDebtorInput,
} from '../../activities/debtors/update-system-debtor.ts'
import { spellingsOf } from '../../domain/identification-number.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { systemDebtors, systemDebtorView } from './system-debtor-collection.ts'

const owed = {
  currency: currencyCode,
  invoices: z.int(),
  open: amountShown,
  overdue: amountShown,
  financed: amountShown,
}

const ClientOfSystemDebtor = z
  .object({
    clientId: id('Client'),
    name: z.string(),
    debtorIds: z.array(id('Debtor')),
    owed: z.array(z.object(owed)),
  })
  .meta({ id: 'ClientOfSystemDebtor' })

const InvoiceSums = z
  .object({
    ...owed,
    averageDaysToPay: z.number().nullable(),
    averageDaysLate: z.number().nullable(),
  })
  .meta({ id: 'InvoiceSumsOfSystemDebtor' })

export default {
  listSystemDebtors: operation('GET /system-debtors', 'ReadSystemDebtors', {
    ...forTheTenantAlone(systemDebtors.list),
    summary: 'List the identities of debtors across all clients',
  }),
  searchSystemDebtors: operation('POST /system-debtors/search', 'SearchSystemDebtors', {
    ...forTheTenantAlone(systemDebtors.search),
    summary: 'Search the identities of debtors of all clients',
  }),
  readSystemDebtor: operation('GET /system-debtors/{identificationNumber}', 'ReadSystemDebtor', {
    summary: 'Read the identity with a number, in any spelling',
    shows: systemDebtorView,
    refuses: ['NUMBER_OF_SEVERAL'],
  }).handle(({ unit, params }) => systemDebtorNumbered(unit, params.identificationNumber)),

  updateSystemDebtor: operation(
    'PUT /system-debtors/{identificationNumber}',
    'UpdateSystemDebtors',
    {
      names: { entity: SystemDebtor, spellings: spellingsOf },
      summary: 'Correct the name or kind of an identity, or rate it',
      body: updateSystemDebtorInput,
      shows: systemDebtorView,
      refuses: ['NUMBER_OF_SEVERAL'],
    },
  ).handle(({ unit, params, body }) => updateSystemDebtor(unit, params.identificationNumber, body)),

  createBankruptcy: operation(
    'POST /system-debtors/{identificationNumber}/bankruptcy',
    'UpdateSystemDebtors',
    {
      summary: 'Say that an identity is bankrupt; its claims stop',
      body: declareBankruptInput,
      shows: systemDebtorView,
      status: 200,
      refuses: ['DEBTOR_BANKRUPT', 'NUMBER_OF_SEVERAL', 'TASK_RUNNING'],
    },
  ).handle(({ unit, params, body }) => declareBankrupt(unit, params.identificationNumber, body)),

  revokeBankruptcy: operation(
    'DELETE /system-debtors/{identificationNumber}/bankruptcy',
    'UpdateSystemDebtors',
    {
      names: { entity: SystemDebtor, spellings: spellingsOf },
      summary: 'Take back a bankruptcy, with all that followed from it',
      extension: true,
      refuses: ['DEBTOR_NOT_BANKRUPT', 'NUMBER_OF_SEVERAL', 'TASK_RUNNING'],
    },
  ).handle(async ({ unit, params }) => {
    await revokeBankruptcy(unit, params.identificationNumber)
  }),

  listClientsOfSystemDebtor: operation(
    'GET /system-debtors/{identificationNumber}/clients',
    'ReadSystemDebtor',
    {
      summary: 'List the clients of an identity, and what it owes each',
      query: z.strictObject({
        limit: z.coerce.number().int().min(1).max(pageLimitMax).optional(),
        cursor: z.string().min(1).max(2000).optional(),
      }),
      returns: pageOf(ClientOfSystemDebtor),
      refuses: ['CURSOR_INVALID', 'NUMBER_OF_SEVERAL'],
      purpose: 'report',
    },
  ).handle(async ({ unit, params, query: { limit = pageLimitDefault, cursor } }) => {
    const debtor = await systemDebtorNumbered(unit, params.identificationNumber)
    const list = JSON.stringify([unit.tenantId, ...markOfScope(unit.scope), debtor.id, 'clients'])
    const key = unit.runtime.keys.cursors
    const [after = null] = cursor === undefined ? [] : decodeCursor(cursor, list, key)
    const asked = { after: after as string | null, limit: limit + 1 }
    const found = await clientsOfSystemDebtor(unit, debtor.id, asked)
    const data = found.slice(0, limit)
    const last = data.at(-1)
    const hasMore = found.length > limit
    const nextCursor =
      hasMore && last !== undefined ? encodeCursor([last.clientId], list, key) : null
    return { data, hasMore, nextCursor }
  }),

  readInvoiceSummaryOfSystemDebtor: operation(
    'GET /system-debtors/{identificationNumber}/invoice-summary',
    'ReadSystemDebtor',
    {
      summary: 'Say what an identity owes in each currency, and how it pays',
      returns: z
        .object({ systemDebtorId: id('SystemDebtor'), data: z.array(InvoiceSums) })
        .meta({ id: 'InvoiceSummaryOfSystemDebtor' }),
      refuses: ['NUMBER_OF_SEVERAL'],
      purpose: 'report',
    },
  ).handle(async ({ unit, params }) => {
    const { id: systemDebtorId } = await systemDebtorNumbered(unit, params.identificationNumber)
    return { systemDebtorId, data: await owedBySystemDebtor(unit, systemDebtorId) }
  }),
} satisfies Room
