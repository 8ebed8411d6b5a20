import type { ClientAccountRef } from '../../domain/bookkeeping/rule-lines.ts'
import { refuse } from '../../domain/refusal.ts'
import { ClientAccount, ClientAccountTransaction } from '../../entities/client-account.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Meaning, Plan } from './plans.ts'

/** The client accounts that a booking moves, locked until the commit. */
export class HeldAccounts {
  readonly #byId: ReadonlyMap<string, ClientAccount>
  readonly #byType: ReadonlyMap<string, ClientAccount>

  constructor(accounts: readonly ClientAccount[]) {
    this.#byId = new Map(accounts.map((account) => [account.id, account]))
    this.#byType = new Map(accounts.map((account) => [keyOf(account, account.type), account]))
  }

  of(event: Pick<FinancialEvent, 'clientId' | 'currency'>, ref: ClientAccountRef): ClientAccount {
    const named = 'id' in ref
    const found = named ? this.#byId.get(ref.id) : this.#byType.get(keyOf(event, ref.type))
    const { clientId, currency } = event
    if (found === undefined || found.clientId !== clientId || found.currency !== currency) {
      const which = named ? ref.id : `of type ${ref.type}`
      refuse('ACCOUNT_MISSING', { detail: `The client has no account ${which} in ${currency}.` })
    }
    return found
  }
}

const keyOf = (of: { clientId?: string | null | undefined; currency: string }, type: string) =>
  `${of.clientId} ${type} ${of.currency}`

/** Locks them in the order of their ids, so that no two bookings wait for each other. */
export async function lockClientAccounts(
  unit: Unit,
  plans: readonly (Meaning & { event: Pick<FinancialEvent, 'clientId' | 'currency'> })[],
): Promise<HeldAccounts> {
  const ids = new Set<string>()
  const types = new Set<ClientAccount['type']>()
  const moving = plans.filter(({ movements }) => movements.length > 0)
  for (const { clientAccount } of moving.flatMap(({ movements }) => movements)) {
    if ('id' in clientAccount) ids.add(clientAccount.id)
    else types.add(clientAccount.type)
  }
  if (moving.length === 0) return new HeldAccounts([])
  const clients = new Set(moving.flatMap(({ event }) => event.clientId ?? []))
  const currencies = new Set(moving.map(({ event }) => event.currency))
  const wanted = '(id = any($2) or client_id = any($3) and type = any($4) and currency = any($5))'
  const values = [[...ids], [...clients], [...types], [...currencies]]
  return new HeldAccounts(await unit.readEach(ClientAccount, wanted, values, 'held'))
}

/** One transaction for each movement, with the balance after it. */
export function moveClientAccounts(unit: Unit, plans: readonly Plan[], held: HeldAccounts): void {
  for (const { event, movements } of plans) {
    for (const { clientAccount, type, amount, reverses } of movements) {
      const account = held.of(event, clientAccount)
      unit.update(ClientAccount, account, { balance: account.balance + amount })
      const made = unit.insert(ClientAccountTransaction, {
        clientAccountId: account.id,
        clientId: account.clientId,
        type,
        amount,
        balanceAfter: account.balance,
        currency: account.currency,
        bookDate: event.bookDate,
        valueDate: event.valueDate,
        financialEventId: event.id,
        sourceType: event.sourceType,
        sourceId: event.sourceId,
        text: event.text,
        reversesId: reverses?.id ?? null,
      })
      if (reverses !== undefined) {
        unit.update(ClientAccountTransaction, reverses, { reversedById: made.id })
      }
    }
  }
}
