import { z } from 'zod'
import {
  toggleConfiguration,
  toggleConfigurationInput,
  toggleMethod,
  toggleMethodInput,
  waysToPay,
} from '../../../activities/invoices/payment-methods.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { amountShown, currencyCode, shownAmount } from '../../../kernel/read/amounts.ts'
import { id } from '../../../kernel/read/fields.ts'
import type { WayToPay } from '../../../kernel/write/registered.ts'

/** `unfit` says why what is owed on the invoice cannot be paid so at present. */
const unfit = z.string().nullable().meta({ example: 'SWITCHED_OFF' })
const code = z.string().meta({ example: 'SWISH' })

const MethodsShown = z
  .object({
    data: z.array(z.object({ methodId: id('PaymentMethod'), code, enabled: z.boolean(), unfit })),
  })
  .meta({ id: 'PaymentMethodsOfInvoice' })

const ConfigurationsShown = z
  .object({
    data: z.array(
      z.object({
        configurationId: id('PaymentMethodConfiguration'),
        methodId: id('PaymentMethod'),
        code,
        providerCode: z.string().meta({ example: 'SIMULATOR' }),
        currency: currencyCode,
        minAmount: amountShown.nullable(),
        maxAmount: amountShown.nullable(),
        showOnDocument: z.boolean(),
        enabled: z.boolean(),
        unfit,
      }),
    ),
  })
  .meta({ id: 'PaymentMethodConfigurationsOfInvoice' })

/** A method can be paid by if one of its configurations can. */
function methodsIn(ways: readonly WayToPay[]) {
  const byMethod = Map.groupBy(ways, ({ methodId }) => methodId)
  const data = [...byMethod].map(([methodId, of]) => {
    const [first] = of
    const isFit = of.some((way) => way.unfit === null)
    const why = isFit ? null : (first?.unfit ?? null)
    return { methodId, code: first!.code, enabled: first!.methodEnabled, unfit: why }
  })
  return { data }
}

const configurationsIn = (ways: readonly WayToPay[]) => ({
  data: ways.map(
    ({ configurationEnabled, methodEnabled: _, minAmount, maxAmount, currency, ...way }) => ({
      ...way,
      currency,
      minAmount: shownAmount(minAmount, currency),
      maxAmount: shownAmount(maxAmount, currency),
      enabled: configurationEnabled,
    }),
  ),
})

export default {
  listInvoicePaymentMethods: operation(
    'GET /invoices/{invoiceId}/payment-methods',
    'ReadInvoicePaymentMethods',
    { summary: 'List the methods by which an invoice can be paid', returns: MethodsShown },
  ).handle(async ({ unit, params }) => methodsIn(await waysToPay(unit, params.invoiceId))),

  toggleInvoicePaymentMethod: operation(
    'PUT /invoices/{invoiceId}/payment-methods/toggle',
    'ToggleInvoicePaymentMethod',
    {
      names: { entity: Invoice },
      summary: 'Say whether an invoice can be paid by a method',
      body: toggleMethodInput,
      returns: MethodsShown,
      refuses: ['NOT_FOUND'],
    },
  ).handle(async ({ unit, params, body }) =>
    methodsIn(await toggleMethod(unit, params.invoiceId, body)),
  ),

  listInvoicePaymentConfigurations: operation(
    'GET /invoices/{invoiceId}/payment-method-configurations',
    'ReadInvoicePaymentMethodConfigurations',
    {
      summary: 'List how payment of an invoice is agreed',
      returns: ConfigurationsShown,
    },
  ).handle(async ({ unit, params }) => configurationsIn(await waysToPay(unit, params.invoiceId))),

  toggleInvoicePaymentConfiguration: operation(
    'PUT /invoices/{invoiceId}/payment-method-configurations/toggle',
    'ToggleInvoicePaymentMethodConfiguration',
    {
      names: { entity: Invoice },
      summary: 'Say whether a configuration is for an invoice',
      body: toggleConfigurationInput,
      returns: ConfigurationsShown,
      refuses: ['NOT_FOUND'],
    },
  ).handle(async ({ unit, params, body }) =>
    configurationsIn(await toggleConfiguration(unit, params.invoiceId, body)),
  ),
} satisfies Room
