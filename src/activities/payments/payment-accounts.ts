import { z } from 'zod'
import { ocrLevels } from '../../domain/clients/reference-scheme.ts'
import { currenciesOfKind, isPaymentAccount, keptAccount } from '../../domain/payments/account.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { PaymentAccount, SystemBankAccount } from '../../entities/payment-account.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change, id } from '../../kernel/read/fields.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseUnknownProvider } from './system-bank-accounts.ts'

export const createPaymentAccountInput = bodyOf(
  PaymentAccount,
  [
    'kind',
    'number',
    'bic',
    'currency',
    'systemBankAccountId',
    'instanceProviderId',
    'clientId',
    'active',
  ],
  { active: true },
)

/** Which account it is, in which currency and whose, stays: what was paid to it was paid to that. */
export const updatePaymentAccountInput = bodyOf(PaymentAccount, [
  'bic',
  'systemBankAccountId',
  'instanceProviderId',
  'active',
]).partial()

const level = z.enum(ocrLevels).meta({ example: 'FIXED' })
const checks = ['referenceLevel', 'referenceLength', 'furtherLength', 'placesByReference'] as const

export const createAccountSettingsInput = bodyOf(PaymentAccount, checks, {
  placesByReference: true,
}).extend({ referenceLevel: level, paymentAccountId: id('PaymentAccount') })

export const updateAccountSettingsInput = bodyOf(PaymentAccount, checks)
  .extend({ referenceLevel: level })
  .partial()

export async function createPaymentAccount(
  unit: Unit,
  sent: z.output<typeof createPaymentAccountInput>,
): Promise<PaymentAccount> {
  const { kind, number, currency, clientId, instanceProviderId, systemBankAccountId } = sent
  if (!isPaymentAccount(kind, number)) {
    invalid('/number', 'INVALID_ACCOUNT', `This is no number of a ${kind}`)
  }
  const currencies = currenciesOfKind(kind)
  if (currencies?.includes(currency) === false) {
    invalid('/currency', 'NOT_OF_KIND', `A ${kind} takes ${currencies.join(' or ')}`)
  }
  if (clientId != null) await unit.load(Client, clientId, '/clientId')
  await refuseUnknownProvider(unit, instanceProviderId)
  await refuseUnfitBank(unit, { systemBankAccountId, currency })
  return unit.add(PaymentAccount, {
    ...sent,
    bic: sent.bic ?? null,
    systemBankAccountId: systemBankAccountId ?? null,
    instanceProviderId: instanceProviderId ?? null,
    clientId: clientId ?? null,
    number: keptAccount(kind, number),
    placesByReference: true,
  })
}

export async function updatePaymentAccount(
  unit: Unit,
  accountId: string,
  sent: z.output<typeof updatePaymentAccountInput>,
): Promise<PaymentAccount> {
  await refuseUnknownProvider(unit, sent.instanceProviderId)
  const account = await loadHeld(unit, PaymentAccount, accountId)
  change(account, sent)
  if (account.active) await refuseUnfitBank(unit, account)
  return account
}

/** How references of payments to an account are checked; once, later it is changed. */
export async function createAccountSettings(
  unit: Unit,
  { paymentAccountId, ...sent }: z.output<typeof createAccountSettingsInput>,
): Promise<PaymentAccount> {
  const account = await unit.load(PaymentAccount, paymentAccountId, '/paymentAccountId')
  if (account.referenceLevel != null) {
    const message =
      'What is said of its references is changed by PUT /payment-accounts/{id}/settings'
    refuse('ALREADY_EXISTS', {
      errors: [{ pointer: '/paymentAccountId', code: 'ALREADY_EXISTS', message }],
    })
  }
  return checked(account, sent)
}

export async function updateAccountSettings(
  unit: Unit,
  accountId: string,
  sent: z.output<typeof updateAccountSettingsInput>,
): Promise<PaymentAccount> {
  return checked(await loadHeld(unit, PaymentAccount, accountId), sent)
}

function checked(
  account: PaymentAccount,
  sent: z.output<typeof updateAccountSettingsInput>,
): PaymentAccount {
  change(account, sent)
  const { referenceLevel, referenceLength, furtherLength } = account
  if (referenceLevel == null) invalid('/referenceLevel', 'REQUIRED', 'Say how they are checked')
  const isFixed = referenceLevel === 'FIXED'
  if (isFixed && referenceLength == null) {
    invalid('/referenceLength', 'REQUIRED', 'Say which length is agreed with the bank')
  }
  if (!isFixed && referenceLength != null) {
    invalid('/referenceLength', 'NOT_OF_LEVEL', 'Only FIXED references have an agreed length')
  }
  if (furtherLength != null && (referenceLength == null || furtherLength === referenceLength)) {
    invalid('/furtherLength', 'NOT_FURTHER', 'A second agreed length is another than the first')
  }
  return account
}

/** The bank account under it is open, and in the same money. */
async function refuseUnfitBank(
  unit: Unit,
  {
    systemBankAccountId,
    currency,
  }: { systemBankAccountId?: string | null | undefined; currency: string },
): Promise<void> {
  if (systemBankAccountId == null) return
  const pointer = '/systemBankAccountId'
  await unit.load(SystemBankAccount, systemBankAccountId, pointer)
  const bank = await loadHeld(unit, SystemBankAccount, systemBankAccountId)
  if (bank.currency !== currency) {
    invalid(pointer, 'WRONG_CURRENCY', `It is in ${bank.currency}, not ${currency}`)
  }
  if (!bank.active) invalid(pointer, 'NOT_ACTIVE', 'It is not in use')
}
