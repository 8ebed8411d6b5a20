import { operation, type Room } from '../../kernel/http/operation.ts'
import { searchAccountSettings } from './payment-accounts.ts'

export default {
  searchPaymentAccountSettings: operation(
    'POST /payment-accountssettings/search',
    'SearchPaymentAccounts',
    searchAccountSettings,
  ),
} satisfies Room
