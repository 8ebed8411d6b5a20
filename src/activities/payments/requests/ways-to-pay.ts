import { decimal } from '../../../domain/money.ts'
import { whyUnfit, type MethodDirection } from '../../../domain/payments/method.ts'
import { notFound, refuse } from '../../../domain/refusal.ts'
import { Client } from '../../../entities/client.ts'
import { Debtor } from '../../../entities/debtor.ts'
import { Invoice } from '../../../entities/invoice.ts'
import {
  PaymentMethod,
  PaymentMethodBinding,
  PaymentMethodConfiguration,
} from '../../../entities/payment-method.ts'
import { InvoicePaymentChoice } from '../../../entities/payment-request.ts'
import { byField, rowsOf } from '../../../kernel/read/rows.ts'
import type { WayNamed, WayToPay } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { owedOn } from '../claims.ts'

interface Wanted {
  clientId: string
  debtorId: string | null
  /** Of which somebody may have said how it is not paid. */
  invoiceId: string | null
  direction: MethodDirection
  amount: bigint
  currency: string
}

/** How a client's invoices are paid, as the tenant and it have agreed, and why this one is not. */
export function waysFor(unit: Unit, wanted: Wanted): Promise<WayToPay[]> {
  const { clientId, debtorId, invoiceId } = wanted
  return unit.widened(async () => {
    const [[client], [debtor], choices] = await Promise.all([
      rowsOf(unit, Client, { id: [clientId] }, ['id', 'countryCode', 'serviceProviderId']),
      rowsOf(unit, Debtor, { id: debtorId === null ? [] : [debtorId] }, ['id', 'countryCode']),
      choicesOf(unit, invoiceId),
    ])
    if (client === undefined) notFound()
    const configurations = await configurationsFor(unit, client)
    const methodIds = [...new Set(configurations.map(({ methodId }) => methodId))]
    const { direction } = wanted
    const methods = byField(
      await rowsOf(unit, PaymentMethod, { id: methodIds, direction }, [
        'id',
        'code',
        'enabled',
        'countries',
        'currencies',
      ]),
      'id',
    )
    const country = debtor?.countryCode ?? client.countryCode
    return configurations.flatMap((configuration) => {
      const method = methods.get(configuration.methodId)
      if (method === undefined) return []
      const methodEnabled = choices.get(method.id) ?? true
      const configurationEnabled = choices.get(configuration.id) ?? true
      const isOff = !methodEnabled || !configurationEnabled
      const unfit = whyUnfit({ method, configuration, isOff }, { ...wanted, country })
      const { id: configurationId, minAmount = null, maxAmount = null, ...said } = configuration
      const { code } = method
      const chosen = { methodEnabled, configurationEnabled, unfit }
      return [{ ...said, configurationId, minAmount, maxAmount, code, ...chosen }]
    })
  })
}

const configurationFields = [
  'id',
  'methodId',
  'providerCode',
  'currency',
  'minAmount',
  'maxAmount',
  'showOnDocument',
] as const

/** What is bound to the client; where nothing is, what is bound to the provider that serves it. */
async function configurationsFor(
  unit: Unit,
  { id: clientId, serviceProviderId }: Pick<Client, 'id' | 'serviceProviderId'>,
) {
  const fields = ['configurationId'] as const
  const [ofClient, ofProvider] = await Promise.all([
    rowsOf(unit, PaymentMethodBinding, { clientId }, fields),
    serviceProviderId == null
      ? []
      : rowsOf(unit, PaymentMethodBinding, { serviceProviderId }, fields),
  ])
  const bound = ofClient.length > 0 ? ofClient : ofProvider
  const ids = bound.map(({ configurationId }) => configurationId)
  const found = await rowsOf(unit, PaymentMethodConfiguration, { id: ids }, configurationFields)
  return found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

async function choicesOf(unit: Unit, invoiceId: string | null): Promise<Map<string, boolean>> {
  if (invoiceId === null) return new Map()
  const fields = ['methodId', 'configurationId', 'enabled'] as const
  const rows = await rowsOf(unit, InvoicePaymentChoice, { invoiceId: [invoiceId] }, fields)
  return new Map(
    rows.map(({ methodId, configurationId, enabled }) => [
      methodId ?? configurationId ?? '',
      enabled,
    ]),
  )
}

/** The first agreed way by which it can be paid with this method. */
export async function fittingWay(unit: Unit, methodId: string, wanted: Wanted): Promise<WayToPay> {
  const [method] = await unit.widened(() =>
    rowsOf(unit, PaymentMethod, { id: [methodId] }, ['id', 'direction']),
  )
  if (method === undefined) notFound('/methodId')
  const ways = (await waysFor(unit, wanted)).filter((way) => way.methodId === methodId)
  const fitting = ways.find(({ unfit }) => unfit === null)
  if (fitting !== undefined) return fitting
  const wrongWay = method.direction === wanted.direction ? 'NOT_AGREED' : 'WRONG_DIRECTION'
  const reasons = ways.length === 0 ? [wrongWay] : ways.map(({ unfit }) => unfit ?? '')
  const of = decimal(wanted.amount, wanted.currency)
  return refuse('PAYMENT_METHOD_UNFIT', {
    errors: [...new Set(reasons)].map((code) => ({
      pointer: '/methodId',
      code,
      message: `${of} ${wanted.currency} ${unfitWords[code] ?? 'is not taken'}`,
    })),
  })
}

const unfitWords: Readonly<Record<string, string>> = {
  NOT_AGREED: 'cannot go by it: no configuration of it is bound to the client',
  WRONG_DIRECTION: 'goes the other way',
  SWITCHED_OFF: 'cannot go by it: the method is switched off',
  NOT_FOR_THIS_INVOICE: 'cannot go by it: it is switched off for this invoice',
  CURRENCY_NOT_TAKEN: 'is in a currency that it does not take',
  COUNTRY_NOT_TAKEN: 'comes from a country that it does not serve',
  BELOW_MINIMUM: 'is less than it takes',
  ABOVE_MAXIMUM: 'is more than it takes',
}

/** How one invoice can be paid, for what is owed on it now. */
async function list(unit: Unit, invoiceId: string): Promise<WayToPay[]> {
  const invoice = await unit.load(Invoice, invoiceId)
  const { clientId, debtorId, baseCurrency: currency } = invoice
  const owed = { amount: owedOn(invoice), currency }
  return waysFor(unit, { clientId, debtorId, invoiceId, direction: 'IN', ...owed })
}

/** What somebody says of it again takes the place of what was said before. */
async function toggle(
  unit: Unit,
  invoiceId: string,
  of: WayNamed,
  enabled: boolean,
): Promise<void> {
  const ways = await list(unit, invoiceId)
  const isKnown = ways.some((way) =>
    'methodId' in of ? way.methodId === of.methodId : way.configurationId === of.configurationId,
  )
  if (!isKnown) notFound('methodId' in of ? '/methodId' : '/configurationId')
  const { clientId } = await unit.load(Invoice, invoiceId)
  const named = { methodId: null, configurationId: null, ...of }
  const known = await unit.find(InvoicePaymentChoice, { invoiceId, ...of })
  if (known === null) {
    unit.add(InvoicePaymentChoice, { clientId, invoiceId, ...named, enabled })
  } else {
    known.enabled = enabled
  }
}

export const invoiceMethods = { list, toggle } as const
