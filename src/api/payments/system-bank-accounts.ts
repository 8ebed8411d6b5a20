import { z } from 'zod'
import {
  createSystemBankAccount,
  createSystemBankAccountInput,
  updateSystemBankAccount,
  updateSystemBankAccountInput,
} from '../../activities/payments/system-bank-accounts.ts'
import { shownNumber } from '../../domain/clients/bank-account.ts'
import { SystemBankAccount } from '../../entities/payment-account.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const bankAccountView = viewOf(
  SystemBankAccount,
  ['id', 'instanceProviderId', 'name', 'kind', 'bic', 'currency', 'active', 'versioned'],
  {
    more: { number: z.string().meta({ example: 'SE35 5000 0000 0549 1000 0003' }) },
    show: ({ kind, number }) => ({ number: shownNumber(kind, number) }),
  },
)

const bankAccounts = collection(SystemBankAccount, {
  noun: ['bank account of the tenant', 'bank accounts of the tenant'],
  shows: bankAccountView,
  filters: filtersOf(SystemBankAccount, ['kind', 'currency', 'active', 'instanceProviderId']),
  sort: ['-id'],
})

export default {
  readSystemBankAccount: operation('GET /system-bank-accounts/{id}', 'ReadSystemBankAccount', {
    ...bankAccounts.read,
    extension: true,
  }),
  createSystemBankAccount: operation('POST /system-bank-accounts', 'CreateSystemBankAccount', {
    summary: 'Say where the tenant has its money; two people do',
    body: createSystemBankAccountInput,
    shows: bankAccountView,
    confirms: true,
    refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
  }).handle(({ unit, body }) => createSystemBankAccount(unit, body)),
  updateSystemBankAccount: operation('PUT /system-bank-accounts/{id}', 'CreateSystemBankAccount', {
    summary: 'Change a bank account of the tenant, or close it; two people do',
    body: updateSystemBankAccountInput,
    shows: bankAccountView,
    confirms: true,
    refuses: ['SYSTEM_BANK_ACCOUNT_IN_USE'],
  }).handle(({ unit, params, body }) => updateSystemBankAccount(unit, params.id, body)),
  searchSystemBankAccounts: operation(
    'POST /system-bank-accounts/search',
    'ReadSystemBankAccount',
    bankAccounts.search,
  ),
} satisfies Room
