import { z } from 'zod'
import { takesCurrency } from '../../domain/payments/method.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { PaymentMethod, PaymentMethodConfiguration } from '../../entities/payment-method.ts'
import { encryptSecret } from '../../ports/keys/secrets.ts'
import { positiveAmountSent } from '../../kernel/read/amounts.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change } from '../../kernel/read/fields.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { amountToMove } from '../clients/accounts/amount-in.ts'

const wordsMax = 20
const credentialsSent = z
  .record(z.string().min(1).max(60), z.string().min(1).max(4000))
  .refine((words) => Object.keys(words).length <= wordsMax, `At most ${wordsMax} of them`)
  .meta({ example: { merchantId: '1231181189' } })

const terms = {
  minAmount: positiveAmountSent.nullish(),
  maxAmount: positiveAmountSent.nullish(),
  /** What the provider lets us in by; it is sealed, and shown to nobody. */
  credentials: credentialsSent.nullish(),
}

export const createConfigurationInput = bodyOf(
  PaymentMethodConfiguration,
  ['methodId', 'providerCode', 'currency', 'feeBearer', 'showOnDocument'],
  { feeBearer: 'TENANT', showOnDocument: true },
).extend(terms)

/** Which method it is of, and in which currency, stays: what was asked of payers was in that. */
export const updateConfigurationInput = bodyOf(PaymentMethodConfiguration, [
  'providerCode',
  'feeBearer',
  'showOnDocument',
])
  .partial()
  .extend(terms)

type Terms = z.output<z.ZodObject<typeof terms>>

export async function createConfiguration(
  unit: Unit,
  { credentials, minAmount, maxAmount, ...sent }: z.output<typeof createConfigurationInput>,
): Promise<PaymentMethodConfiguration> {
  const method = await unit.load(PaymentMethod, sent.methodId, '/methodId')
  if (!takesCurrency(method, sent.currency)) {
    const message = `${method.code} takes ${method.currencies.join(', ')}`
    refuse('CURRENCY_NOT_TAKEN', {
      errors: [{ pointer: '/currency', code: 'CURRENCY_NOT_TAKEN', message }],
    })
  }
  const limits = limitsOf({ minAmount, maxAmount }, sent.currency)
  refuseUpsideDown(limits)
  const made = unit.add(PaymentMethodConfiguration, { ...sent, ...limits, credentials: null })
  seal(unit, made, credentials ?? null)
  return made
}

export async function updateConfiguration(
  unit: Unit,
  id: string,
  { credentials, minAmount, maxAmount, ...sent }: z.output<typeof updateConfigurationInput>,
): Promise<PaymentMethodConfiguration> {
  const configuration = await loadHeld(unit, PaymentMethodConfiguration, id)
  const limits = limitsOf({ minAmount, maxAmount }, configuration.currency)
  change(configuration, {
    ...sent,
    ...(minAmount !== undefined && { minAmount: limits.minAmount }),
    ...(maxAmount !== undefined && { maxAmount: limits.maxAmount }),
  })
  refuseUpsideDown(configuration)
  if (credentials !== undefined) seal(unit, configuration, credentials)
  return configuration
}

/** One that is bound to nobody any more. */
export async function deleteConfiguration(unit: Unit, id: string): Promise<void> {
  unit.remove(await loadHeld(unit, PaymentMethodConfiguration, id))
}

function limitsOf({ minAmount, maxAmount }: Omit<Terms, 'credentials'>, currency: string) {
  const limit = (text: string | null | undefined, field: string) =>
    text == null ? null : amountToMove(text, currency, `/${field}`)
  return { minAmount: limit(minAmount, 'minAmount'), maxAmount: limit(maxAmount, 'maxAmount') }
}

interface Limits {
  minAmount?: bigint | null | undefined
  maxAmount?: bigint | null | undefined
}

function refuseUpsideDown({ minAmount, maxAmount }: Limits): void {
  if (minAmount == null || maxAmount == null || minAmount <= maxAmount) return
  invalid('/maxAmount', 'BELOW_MINIMUM', 'Less than the least amount that it takes')
}

function seal(
  { runtime: { keys } }: Unit,
  configuration: PaymentMethodConfiguration,
  credentials: Readonly<Record<string, string>> | null,
): void {
  const { tenantId, id } = configuration
  const place = { tenantId, id, table: 'payment_method_configuration', column: 'credentials' }
  configuration.credentials =
    credentials === null
      ? null
      : encryptSecret(keys, Buffer.from(JSON.stringify(credentials), 'utf8'), place)
}
