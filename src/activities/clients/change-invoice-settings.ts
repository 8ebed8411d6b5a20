import { isDeepStrictEqual } from 'node:util'
import { isBound } from '../../domain/access/scope.ts'
import { isAccount, isBic, type PaymentAccount } from '../../domain/clients/payment-accounts.ts'
import { invalid } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { settingsOf } from '../../kernel/read/settings-in-force.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changing } from './change-settings.ts'
import { makeDefault } from './make-default.ts'
import { productOf } from './product-of.ts'
import { invoiceSettings } from './settings.ts'

/** Where debtors pay is changed by two, once it is known. */
export const changeInvoiceSettings: typeof change = async (unit, clientId, sent) =>
  (await pendingOtherAccount(unit, clientId, sent.paymentAccount)) ?? change(unit, clientId, sent)

/** The default product is stored with the products too, and is changed in both places. */
const change = changing(invoiceSettings, async ({ unit, clientId, sent, choose }) => {
  const row = await choose()
  if (sent.paymentAccount != null) refuseMistyped(sent.paymentAccount)
  if (sent.defaultProductCode !== undefined) {
    await makeDefault(unit, await productOf(unit, clientId, sent.defaultProductCode))
  }
  return row
})

async function pendingOtherAccount(
  unit: Unit,
  clientId: string,
  account: PaymentAccount | null | undefined,
): Promise<Pending | undefined> {
  if (account === undefined || isBound(unit.scope)) return undefined
  await unit.load(Client, clientId)
  await lockKey(unit, 'setting', clientId)
  const { paymentAccount: before } = await settingsOf(unit, clientId, invoiceSettings)
  if (before === null || isDeepStrictEqual(before, account)) return undefined
  return requireSecond(unit, {
    topic: 'CLIENT_BANK_ACCOUNT',
    subject: { type: 'Client', id: clientId, clientId },
    payload: { paymentAccount: account },
    isState: true,
  })
}

function refuseMistyped({ kind, number, bic }: PaymentAccount): void {
  if (!isAccount(kind, number)) {
    invalid(
      '/paymentAccount/number',
      'NOT_AN_ACCOUNT',
      `This is no ${kind} number: check its digits`,
    )
  }
  if (bic !== undefined && !isBic(bic)) {
    invalid('/paymentAccount/bic', 'NOT_A_BIC', 'A BIC has 8 or 11 letters and digits')
  }
}
