import { z } from 'zod'
import {
  counterpartyTypes,
  settlementCounterRoles,
  type Counterparty,
} from '../../domain/bookkeeping/settlement.ts'
import { invalid } from '../../domain/refusal.ts'
import { exampleId } from '../../entities/ids.ts'
import { PaymentMethodConfiguration } from '../../entities/payment-method.ts'
import { ServiceProvider } from '../../entities/provider.ts'
import {
  SettlementAccount,
  SettlementAccountTransaction,
} from '../../entities/settlement-account.ts'
import { currencyCode, signedAmountSent } from '../../kernel/read/amounts.ts'
import { filled, id, sentDay } from '../../kernel/read/fields.ts'
import { newId } from '../../kernel/write/ids.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book } from '../bookkeeping/book.ts'
import { enteredOn } from '../bookkeeping/refuse-outside.ts'
import { amountToMove } from '../clients/accounts/amount-in.ts'

const example = {
  settlementAccountId: exampleId('SettlementAccount'),
  amount: '-250.00',
  counterRole: 'BANK',
  text: 'Settled for November',
}

export const enterSettlementInput = z
  .strictObject({
    settlementAccountId: id('SettlementAccount').optional().meta({
      description: 'The account, where there is one; else say with whom and in which currency.',
    }),
    counterpartyType: z.enum(counterpartyTypes).exclude(['OTHER']).optional(),
    counterpartyCode: filled(40)
      .optional()
      .meta({ example: 'NORDBANK', description: 'The code of a provider of that type.' }),
    currency: currencyCode.optional(),
    amount: signedAmountSent.meta({ description: 'Above zero, the counterparty owes more.' }),
    counterRole: z.enum(settlementCounterRoles).meta({
      example: 'BANK',
      description: 'The account on the other side, in the book of the tenant.',
    }),
    bookDate: sentDay.optional(),
    text: filled(500),
  })
  .meta({ example })
export type EnteredSettlement = z.output<typeof enterSettlementInput>

interface Place extends Counterparty {
  currency: string
}

/** Books what a person enters between the tenant and whom it settles with, by two people (P29). */
export async function enterSettlement(
  unit: Unit,
  wanted: EnteredSettlement,
): Promise<SettlementAccountTransaction | Pending> {
  const place = await placeNamed(unit, wanted)
  const { currency, counterpartyType, counterpartyCode } = place
  const minor = amountToMove(wanted.amount, currency, '/amount')
  const bookDate = await enteredOn(unit, wanted)
  const pending = requireSecond(unit, {
    topic: 'SETTLEMENT_TRANSACTION',
    subject: { type: 'Tenant', id: unit.tenantId, clientId: null },
    payload: { ...wanted, counterpartyType, counterpartyCode, currency },
    amount: { minor, currency },
  })
  if (pending !== undefined) return pending
  const [event] = await book(unit, [
    {
      type: 'SETTLEMENT',
      amount: 0n,
      currency,
      bookDate,
      sourceKey: `settlement/${newId('FinancialEvent')}`,
      sourceType: 'MANUAL',
      sourceId: unit.tenantId,
      text: wanted.text,
      facts: {
        counterpartyType,
        counterpartyCode,
        amount: String(minor),
        counterRole: wanted.counterRole,
      },
    },
  ])
  await unit.flush()
  return unit.load(SettlementAccountTransaction, { financialEventId: event!.id })
}

async function placeNamed(unit: Unit, wanted: EnteredSettlement): Promise<Place> {
  const { settlementAccountId: accountId, counterpartyType, counterpartyCode, currency } = wanted
  if (accountId !== undefined) {
    const said = Object.entries({ counterpartyType, counterpartyCode, currency })
    const again = said.find(([, value]) => value !== undefined)
    if (again !== undefined) invalid(`/${again[0]}`, 'SAID_BY_ACCOUNT', 'The account says it')
    const account = await unit.load(SettlementAccount, accountId, '/settlementAccountId')
    return { ...account, counterpartyCode: account.counterpartyCode ?? null }
  }
  if (counterpartyType === undefined) {
    return invalid('/counterpartyType', 'REQUIRED', 'Say with whom, or on which account')
  }
  if (counterpartyCode === undefined) {
    return invalid('/counterpartyCode', 'REQUIRED', 'Say with whom')
  }
  await refuseUnknown(unit, counterpartyType, counterpartyCode)
  const own = (await unit.tenant()).currency
  return { counterpartyType, counterpartyCode, currency: currency ?? own }
}

type Named = Exclude<Counterparty['counterpartyType'], 'OTHER'>

/** What service providers of the tenant are called; who carries payments is none of them. */
const providerTypes = {
  FINANCIER: 'FINANCIER',
  COLLECTION_PARTNER: 'COLLECTOR',
  INSURER: 'INSURER',
  PSP: undefined,
} as const

/**
 * Where the tenant has said who they are, nobody else is; who carries payments is named where a way
 * to pay is agreed.
 */
async function refuseUnknown(unit: Unit, counterpartyType: Named, code: string): Promise<void> {
  const type = providerTypes[counterpartyType]
  const codes =
    type === undefined
      ? (await unit.all(PaymentMethodConfiguration, {})).map(({ providerCode }) => providerCode)
      : (await unit.all(ServiceProvider, { type, isInternal: false })).map((one) => one.code)
  if (codes.length === 0 || codes.includes(code)) return
  invalid('/counterpartyCode', 'UNKNOWN_PROVIDER', `No ${counterpartyType} has this code`)
}
