import { addressLines } from '../../domain/invoices/documents/address.ts'
import type { FrozenAccount, FrozenParty } from '../../domain/invoices/documents/frozen-invoice.ts'
import { paymentAccountKinds } from '../../domain/clients/payment-accounts.ts'
import type { NoticeFacts } from '../../domain/loans/notice.ts'
import type { BusinessLoan } from '../../entities/business-loan.ts'
import { Client } from '../../entities/client.ts'
import { PaymentAccount } from '../../entities/payment-account.ts'
import { byField, rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { partyOf, sellerOf } from '../reminders/charges/bill-parties.ts'

type Told = Pick<NoticeFacts, 'language' | 'lender' | 'borrower' | 'account'>
export type Parties = (loan: BusinessLoan) => Told

const clientFields = [
  'id',
  'number',
  'name',
  'identificationNumber',
  'countryCode',
  'preferredLanguage',
  'contactInformation',
  'addressInformation',
  'instanceProviderId',
] as const

const accountFields = ['kind', 'number', 'bic', 'currency', 'instanceProviderId'] as const
type Account = Pick<PaymentAccount, (typeof accountFields)[number]>

/** Who has lent, to whom, and to which account of the lender it is paid. */
export async function partiesOf(unit: Unit, loans: readonly BusinessLoan[]): Promise<Parties> {
  const clientIds = [...new Set(loans.map(({ clientId }) => clientId))]
  const [clients, seller, accounts] = await Promise.all([
    rowsOf(unit, Client, { id: clientIds }, clientFields),
    sellerOf(unit),
    rowsOf(unit, PaymentAccount, { clientId: null, active: true }, accountFields),
  ])
  const byId = byField(clients, 'id')
  return ({ clientId, currency }) => {
    const client = byId.get(clientId)!
    const { countryCode, preferredLanguage: language, contactInformation: contact } = client
    const party = partyOf(client)
    const borrower = {
      ...shown({ ...party, email: contact?.email ?? null }),
      phone: contact?.phone ?? null,
      address: addressLines(client.addressInformation, countryCode),
      customerNumber: client.number ?? client.identificationNumber,
    }
    const ofLender = accounts.filter(
      (one) =>
        one.currency === currency &&
        (one.instanceProviderId ?? null) === (client.instanceProviderId ?? null),
    )
    return { language, lender: shown(seller(client)), borrower, account: accountAmong(ofLender) }
  }
}

const shown = ({
  name,
  identificationNumber,
  vatNumber,
  email,
}: Omit<FrozenParty, 'address' | 'phone'>): FrozenParty => ({
  name,
  identificationNumber,
  vatNumber,
  email,
  phone: null,
  address: [],
})

/** Of several accounts nobody has said which is that of loans. */
function accountAmong(accounts: readonly Account[]): FrozenAccount | null {
  const [one, another] = accounts.flatMap(({ kind, number, bic }) => {
    const printed = paymentAccountKinds.find((known) => known === kind)
    return printed === undefined ? [] : [{ kind: printed, number, bic: bic ?? null }]
  })
  return another === undefined ? (one ?? null) : null
}
