import clientAccountTransactions from './client-account-transactions.ts'
import clientAccounts from './client-accounts.ts'
import clientGroups from './client-groups.ts'
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
    'client-groups': clientGroups,
    'client-products': clientProducts,
    'client-users': clientUsers,
    contacts,
  },
}
