import { isAccount, isBic, type PaymentAccount } from '../../domain/clients/payment-accounts.ts'
import { invalid } from '../../domain/refusal.ts'
import { changing } from './change-settings.ts'
import { makeDefault } from './make-default.ts'
import { productOf } from './product-of.ts'
import { invoiceSettings } from './settings.ts'

/** The default product is stored with the products too, and is changed in both places. */
export const changeInvoiceSettings = changing(
  invoiceSettings,
  async ({ unit, clientId, sent, choose }) => {
    const row = await choose()
    if (sent.paymentAccount != null) refuseMistyped(sent.paymentAccount)
    if (sent.defaultProductCode !== undefined) {
      await makeDefault(unit, await productOf(unit, clientId, sent.defaultProductCode))
    }
    return row
  },
)

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
