import { dayFromNow } from '../factoring/ground.ts'
import type { Step } from './claims.ts'
import type { Caller } from './caller.ts'

interface Account {
  id: string
  currency: string
}

async function accountsOf(caller: Caller): Promise<Account[]> {
  return (await caller.tenant.api.get('/client-accounts?limit=100&sort=createdAt')).body.data
}

const counterRoles = ['BANK', 'FEE_REV', 'SETTLEMENT', 'ROUNDING'] as const

const accounts: Readonly<Record<string, Step>> = {
  enter: async (caller, a, b) => {
    const all = await accountsOf(caller)
    const { status, body } = await caller.post('enter', '/client-account-transactions', {
      clientAccountId: all[a % all.length]?.id,
      amount: b % 3 === 0 ? `-${b % 50}.00` : `${b % 500}.00`,
      counterRole: counterRoles[b % 4],
      text: 'By hand',
    })
    if (status === 201) caller.ground.transactions.push(body.id)
  },
  settle: async (caller, a, b) => {
    await caller.post('settle', '/settlement-account-transactions', {
      counterpartyType: (['FINANCIER', 'PSP', 'INSURER'] as const)[a % 3],
      counterpartyCode: `BANK${b % 3}`,
      amount: b % 2 === 0 ? `-${1 + (b % 90)}.25` : `${1 + (b % 70)}`,
      counterRole: (['BANK', 'REFINANCING_COST', 'FIN_REV'] as const)[b % 3],
      text: 'Settled by hand',
    })
  },
  transfer: async (caller, a, b) => {
    const all = await accountsOf(caller)
    const [from, to] = [all[a % all.length], all[b % all.length]]
    const sent = { fromId: from?.id, toId: to?.id, amount: `${1 + (b % 40)}`, text: 'Moved' }
    await caller.put('transfer', '/client-accounts/transfer', { ...sent, reason: 'Because' })
  },
  moveOn: async (caller, a, b) => {
    const { transactions } = caller.ground
    const all = await accountsOf(caller)
    if (transactions.length === 0) return
    await caller.put('move on', '/client-accounts/transfer-from-transaction', {
      transactionId: transactions[a % transactions.length],
      toId: all[b % all.length]?.id,
      ...(b % 2 === 0 && { amount: '1.00' }),
      reason: 'Because',
    })
  },
  payOut: async (caller, a, b) => {
    const all = await accountsOf(caller)
    const sent = b % 2 === 0 ? { amount: `${1 + (b % 30)}.50` } : {}
    await caller.put('pay out', `/client-accounts/${all[a % all.length]?.id}/payout`, sent)
  },
  accountBalance: async (caller, a) => {
    const all = await accountsOf(caller)
    const path = `/client-accounts/${all[a % all.length]?.id}/calculate-balance`
    const { body } = await caller.put('account balance', path)
    if (Number(body.drift ?? 0) !== 0) throw new Error(`a drift: ${JSON.stringify(body)}`)
  },
  openAccount: async (caller, a, b) => {
    const clientId = caller.ground.clients[a % 2]
    const sent = {
      clientId,
      type: b % 2 === 0 ? 'MAIN' : 'RESERVE',
      currency: b % 3 === 0 ? 'JPY' : 'EUR',
    }
    await caller.post('open account', '/client-accounts', sent)
  },
}

const books: Readonly<Record<string, Step>> = {
  voucher: async (caller, a, b) => {
    const clientId = caller.ground.clients[a % 3]
    const amount = `${1 + (b % 90)}`
    const day = dayFromNow(caller.ground.at, 0)
    const { status, body } = await caller.post('voucher', '/vouchers', {
      ...(clientId !== undefined && { clientId }),
      date: b % 4 === 0 ? '2026-01-15' : day,
      text: 'By hand',
      reason: 'Why not',
      postings: [
        { accountNumber: b % 9 === 0 ? '1510' : '1930', debit: amount },
        { accountNumber: '3740', credit: amount },
      ],
    })
    if (status === 201) caller.ground.vouchers.push(body.id)
  },
  reverseVoucher: async (caller, a, b) => {
    const own = caller.ground.vouchers
    const { body } = await caller.tenant.api.get('/vouchers?limit=100')
    const any: string[] = body.data.map(({ id }: { id: string }) => id)
    const id = b % 3 === 0 ? any[a % any.length] : own[a % own.length]
    if (id === undefined) return
    await caller.put('reverse voucher', `/vouchers/${id}/reverse`, { reason: 'Wrong' })
  },
  lock: async (caller, a, b) => {
    const clientId = caller.ground.clients[a % 3]
    const lockedUntil = [null, '2026-01-31', '2025-12-31', '2999-12-31'][
      b % 4 === 3 && b % 8 !== 3 ? 0 : b % 4
    ]
    const path = '/vouchers/settings/locked-period'
    await caller.put('lock', path, { ...(clientId !== undefined && { clientId }), lockedUntil })
  },
  keepBooks: async (caller, a, b) => {
    const path = `/clients/${caller.ground.clients[a % 2]}/settings/bookkeeping`
    await caller.put('keep books', path, {
      bookInvoices: b % 3 > 0,
      ...(b % 4 === 0 && { fiscalYearStart: b % 8 === 0 ? '07-01' : '01-01' }),
      ...(b % 5 === 0 && { export: { voucherSeries: b % 2 === 0 ? 'A' : 'B' } }),
    })
  },
  authorize: async (caller, a, b) => {
    const path = `/clients/${caller.ground.clients[a % 2]}/settings/invoice`
    const rounding = { roundTotal: b % 7 === 0 }
    const sent = { authorizationRequired: b % 2 === 0, autoFactoring: b % 5 === 0, ...rounding }
    await caller.put('authorize', path, sent)
  },
}

const outside: Readonly<Record<string, Step>> = {
  outside: async (caller, a, b) => {
    const { body } = await caller.tenant.api.get('/vouchers?limit=100')
    const id = body.data[a % body.data.length]?.id
    if (id === undefined) return
    const path = `/vouchers/${id}/external`
    await caller.put('export', `${path}/export`, { system: 'Fortnox' })
    if (b % 3 === 0) await caller.put('bookkeep', `${path}/bookkeep`, { externalId: `F${b}` })
    if (b % 3 === 1) await caller.put('fail', `${path}/fail`, { error: 'No such account' })
    if (b % 6 === 1) await caller.put('resend', `${path}/resend`)
  },
}

const around: Readonly<Record<string, Step>> = {
  account: async (caller, a, b) => {
    const numbers = ['1510', '2892', '2893', '1511', '3001', '1684', '2611', '1685']
    const path = `/bookkeeping-accounts?number=${numbers[a % numbers.length]}&limit=10`
    const { body } = await caller.tenant.api.get(path)
    const account = body.data[b % body.data.length]
    if (account === undefined) return
    if (b % 5 === 4) {
      const own = `/bookkeeping-accounts/${account.id}/calculate-balance`
      const { body: told } = await caller.put('account', own)
      if (Number(told.drift ?? 0) !== 0) throw new Error(`a drift: ${JSON.stringify(told)}`)
      return
    }
    // Mostly they are switched on again, so that something can be booked.
    await caller.put('account', `/bookkeeping-accounts/${account.id}`, { active: b % 3 > 0 })
  },
  accountsOn: async (caller) => {
    const { body } = await caller.tenant.api.get('/bookkeeping-accounts?active=false&limit=100')
    for (const { id } of body.data ?? []) {
      await caller.put('account on', `/bookkeeping-accounts/${id}`, { active: true })
    }
  },
  unlock: async (caller) => {
    for (const clientId of [undefined, ...caller.ground.clients]) {
      const sent = { ...(clientId !== undefined && { clientId }), lockedUntil: null }
      await caller.put('unlock', '/vouchers/settings/locked-period', sent)
    }
  },
  days: async ({ ground: { at } }, _, b) => {
    at.clock.now = new Date(at.clock.now.getTime() + (1 + (b % 9)) * 86_400_000)
  },
  clientStatus: async (caller, a, b) => {
    const path = `/clients/${caller.ground.clients[a % 2]}`
    if (b % 2 === 0) {
      const kycStatus = b % 3 === 0 ? 'PENDING' : 'APPROVED'
      return caller.put('kyc', `${path}/settings/compliance`, { kycStatus })
    }
    await caller.put('client', path, { status: b % 3 === 0 ? 'OFFBOARDING' : 'ACTIVE' })
  },
  produce: async (caller, a, b) => {
    const path = `/clients/${caller.ground.clients[a % 2]}/document-setting`
    await caller.post('produce', path, { produce: b % 2 === 0 ? 'AT_ACTIVATION' : 'ON_DEMAND' })
  },
}

export const moneySteps: Readonly<Record<string, Step>> = {
  ...accounts,
  ...books,
  ...outside,
  ...around,
}
