import clientAccountTransactions from './client-account-transactions.ts'
import clientAccounts from './client-accounts.ts'
import clientBankAccount from './client-bank-account.ts'
import clientBankAccountProfile from './client-bank-account-profile.ts'
import clientTransferText from './client-transfer-text.ts'
import clientGroups from './client-groups.ts'
import clientHandlers from './client-handlers.ts'
import clientInvoiceRequest from './client-invoice-request.ts'
import clientProducts from './client-products.ts'
import clientUsers from './client-users.ts'
import client from './client.ts'
import clients from './clients/index.ts'
import contacts from './contacts.ts'

export default {
  name: 'clients',
  rooms: {
    client,
    clients,
    'client-accounts': clientAccounts,
    'client-account-transactions': clientAccountTransactions,
    'client-bank-account': clientBankAccount,
    'client-bank-account-profile': clientBankAccountProfile,
    'client-transfer-text': clientTransferText,
    'client-groups': clientGroups,
    'client-handlers': clientHandlers,
    'client-invoice-request': clientInvoiceRequest,
    'client-products': clientProducts,
    'client-users': clientUsers,
    contacts,
  },
}
