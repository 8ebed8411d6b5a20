import { generate } from '../../src/activities/payouts/batches/generate-batches.ts'
import { uuidOfId } from '../../src/domain/id-forms.ts'
import { ClientAccount } from '../../src/entities/client-account.ts'
import { Client } from '../../src/entities/client.ts'
import { SystemBankAccount } from '../../src/entities/payment-account.ts'
import { addPayoutAccount } from '../../test/support/payout-account.ts'
import { swedishNumber } from '../../test/support/swedish-number.ts'
import { copied, idsAfter, statementsAs } from './activations.ts'
import { grounded, type Ground } from './ground.ts'
import type { Statements } from './pgbench.ts'
import { statementsFor } from './replay.ts'
import type { Stage } from './stage.ts'
import { countsOf, writtenBy, type Written } from './written.ts'

/** A tenant that pays, and one of its clients, whose account is paid out every day. */
export interface Payer extends Ground {
  client: readonly Written[]
}

const number = swedishNumber(552_000_000)

export async function openPayer(stage: Stage): Promise<Payer> {
  const ground = await grounded(stage)
  const { tenantId, work } = ground
  await work(async (unit) =>
    unit.add(SystemBankAccount, {
      instanceProviderId: null,
      name: 'Client funds',
      kind: 'BANKGIRO',
      number: '50501055',
      bic: null,
      currency: 'SEK',
      active: true,
    }),
  )
  const written = await writtenBy(stage, tenantId, () =>
    work(async (unit) => {
      const facts = { countryCode: 'SE', preferredLanguage: 'sv', status: 'ACTIVE' } as const
      const client = unit.add(Client, { identificationNumber: number, name: 'Client AB', ...facts })
      const of = { clientId: client.id, type: 'MAIN', currency: 'SEK' } as const
      unit.add(ClientAccount, { ...of, balance: 10_000n, payoutSchedule: 'DAILY' })
      await addPayoutAccount(unit, client.id)
    }),
  )
  const isLoaded = ({ table, kind }: Written) => kind === 'insert' && table.startsWith('client')
  return { ...ground, client: written.filter(isLoaded) }
}

/** So many accounts that are due, each of a client of its own; and what their ids begin with. */
export async function due({ stage, caller, client }: Payer, count: number) {
  const pools = await copied(stage, caller, client, { words: [number], times: count })
  await stage.analyzed()
  const { id } = client.find(({ table }) => table === 'client_account')!.row
  return { accounts: idsAfter(pools.get(id!)!, count), pools }
}

/** As their task does it. */
export async function generated({ work }: Payer, accounts: readonly string[], atOnce: number) {
  for (let at = 0; at < accounts.length; at += atOnce) {
    const some = accounts.slice(at, at + atOnce)
    const { refused } = await work(async (unit) =>
      generate(unit, some, { date: await unit.today() }),
    )
    for (const refusal of refused.values()) throw refusal
  }
}

const lengthOfUuid = 36

/** What the payout of one account leaves, left again by statements: so many, of one batch once. */
export async function generatedAgain(payer: Payer, size: number, times: number) {
  const { stage, caller, tenantId } = payer
  const { accounts, pools } = await due(payer, size)
  const [first, one] = accounts
  // The first has a batch made, which later ones find.
  await generated(payer, [first!], 1)
  const written = await writtenBy(stage, tenantId, () => generated(payer, [one!], 1))
  const isOfBatch = ({ table, row }: Written) =>
    table === 'payout_batch' || row['owner_type'] === 'PayoutBatch'
  const [ofBatch, ofPayout] = [written.filter(isOfBatch), written.filter((row) => !isOfBatch(row))]
  const ids = [...pools].filter(([word]) => word.length === lengthOfUuid)
  const pooled = new Map(ids.map(([, begins]) => [secondOf(begins), begins]))
  const statements = statementsAs(caller, [
    ...statementsFor(ofPayout, { pooled, times }),
    ...statementsFor(ofBatch),
  ])
  const url = stage.installed.runUrl
  const again: Statements = { url, statements, oneTrip: true, pool: size - times, step: times }
  const more = (await due(payer, times)).accounts
  const [theirs, ours] = [
    await writtenBy(stage, tenantId, () => stage.once(statements)),
    await writtenBy(stage, tenantId, () => generated(payer, more, times)),
  ].map((all) => countsOf(all.filter(({ kind }) => kind === 'insert')))
  // The other side sets the batch to what it is already, which only locks it.
  if (ours !== theirs) throw new Error(`ours leaves ${ours}; theirs ${theirs}`)
  return { again, counts: ours! }
}

const secondOf = (begins: string) => uuidOfId(idsAfter(begins, 2)[1]!)!.replaceAll('-', '')
