import { generateCharges } from '../../src/activities/reminders/charges/generate-charges.ts'
import { updatePriceList } from '../../src/activities/pricing/update-price-list.ts'
import { median } from '../shared/goal.ts'
import { grounded, measured, type Ground, type Measured } from '../shared/ground.ts'
import { onStage, type Stage } from '../shared/stage.ts'
import { besideId } from '../../test/support/ids-inside.ts'
import { book } from '../../src/activities/bookkeeping/book.ts'
import { draftOf } from '../shared/claim-draft.ts'

// How many events a second are charged by a list with brackets, of one client in one transaction,
// and what a charge costs Node and the database in processor time. At least 10,000 a second.
//
//     node bench/costs/charges.ts [events a round] [rounds]

const [count = 10_000, rounds = 5] = process.argv.slice(2).map(Number)
const wantedPerSecond = 10_000

/** So many events like the first one, on the same day. */
async function filled({ stage, tenantId }: Ground): Promise<void> {
  await stage.owner('set session_replication_role = replica')
  await stage.owner(
    `insert into financial_event select r.* from (
       select * from financial_event where tenant_id = $1 and type = 'INVOICE_BOOKED'
       order by id limit 1
     ) e, generate_series(1, $2::int) n
     cross join lateral jsonb_populate_record(e::financial_event, jsonb_build_object(
       'id', ${besideId('e.id')}, 'source_key', 'bench/' || gen_random_uuid())) r`,
    [tenantId, count],
  )
  await stage.owner('reset session_replication_role')
  await stage.analyzed()
}

async function charged({ stage, clientId, work }: Ground): Promise<Measured> {
  return measured(stage, count, () =>
    work(async (unit) => generateCharges(unit, clientId, await unit.today())),
  )
}

async function main(stage: Stage): Promise<void> {
  const ground = await grounded(stage)
  const { tenantId, clientId, work } = ground
  const bracket = { fixed: '2.50', percent: '0.1' }
  await work(async (unit) => {
    await updatePriceList(unit, {
      targetType: 'CLIENT',
      targetId: clientId,
      currency: 'SEK',
      prices: [
        {
          chargeType: 'INVOICE_FEE',
          bracketBasis: 'VOLUME',
          brackets: [
            { from: '0', to: '5000', ...bracket },
            { from: '5000', to: null, ...bracket },
          ],
        },
      ],
    } as never)
  })
  await work(async (unit) => book(unit, [{ ...draftOf(clientId), bookDate: await unit.today() }]))
  const told: Measured[] = []
  while (told.length <= rounds) {
    // Charged as if for the first time.
    await stage.owner('delete from charge where tenant_id = $1', [tenantId])
    if (told.length === 0) await filled(ground)
    told.push(await charged(ground))
  }
  const of = (field: keyof Measured) => median(told.slice(1).map((each) => each[field]))
  const perSecond = of('perSecond')
  console.log(
    `${perSecond.toFixed(0)} events a second, wanted ${wantedPerSecond}: ` +
      `Node ${of('node').toFixed(0)} µs, PostgreSQL ${of('database').toFixed(0)} µs a charge`,
  )
}

await onStage(main)
