import {
  condition,
  defineQuery,
  defineSignal,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import type { FinanceDecision, Standing } from '../../domain/factoring/decision.ts'
import { retryForever, show, withAbout, type ProcessInput } from '../process.ts'

const { collectDecision } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'collect what the decision needs to know',
})
const { runDecisionEngine } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'let the engine weigh its criteria',
})
const { readDecision } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'see where the decision stands',
})

/** Somebody moved the decision: an operator, or the external financier. */
export const movedSignal = defineSignal('moved')
/** The status of the decision, for queries of the process. */
export const whereQuery = defineQuery<Standing>('where')

/** One question whether an invoice is financed, until it is answered. */
export async function factoringDecision(input: ProcessInput): Promise<FinanceDecision | null> {
  let moves = 0
  let about: string | undefined
  let standing: Standing = {
    status: 'PENDING',
    financeDecision: null,
    decidedBy: null,
    sentence: 'What the decision needs to know is being collected.',
  }
  setHandler(movedSignal, () => {
    moves++
  })
  setHandler(whereQuery, () => standing)
  const now = () => ({ ...input, at: Date.now() })
  const stand = (at: Standing) => {
    standing = at
    about = at.about ?? about
    show(at.status, withAbout(about, at.sentence))
  }

  stand(standing)
  stand(await collectDecision(now()))
  while (standing.status !== 'DECIDED') {
    if (standing.status === 'READY_FOR_DECISION') {
      stand(await runDecisionEngine(now()))
      continue
    }
    const seen = moves
    stand(await readDecision(now()))
    if (standing.status !== 'WAITING' && standing.status !== 'REFINANCE') continue
    await condition(() => moves > seen)
  }
  return standing.financeDecision
}
