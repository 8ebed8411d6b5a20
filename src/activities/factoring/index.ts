import { z } from 'zod'
import type { ActedOn } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { AreaOfVerbs } from '../area.ts'
import { refuseSwitchedOff } from '../system/settings/read-modules.ts'
import { applyProducts } from './apply-product-to.ts'
import { moveDecisions } from './bulk-decision.ts'
import { isCreditOpen } from './is-credit-open.ts'
import { recourseJob } from './recourse-job.ts'
import { requestFactoring } from './request-factoring.ts'
import { recourseRight, secondForRecourse, takeRecourse } from './take-recourse.ts'
import { collectDecision, readDecision, runDecisionEngine } from './run-decision.ts'

export const factoring = {
  verbs: { collectDecision, runDecisionEngine, readDecision },
  tasks: {
    'factoring.bulkDecision': moveDecisions,
    'clientProduct.apply': applyProducts,
  },
  automationActions: {
    REQUEST_FACTORING: {
      summary: 'Request the financing of the invoice',
      on: { INVOICE: ['UpdateCreditDecisionStatus'] },
      params: z.strictObject({}),
      act: (unit: Unit, { id }: ActedOn) => requestFactoring(unit, id),
    },
  },
  jobs: { 'factoring.recourse': recourseJob },
  errandCauses: { CREDIT: isCreditOpen },
  errandActions: {
    TAKE_RECOURSE: {
      of: 'Invoice',
      right: recourseRight,
      async second(unit: Unit, id: string) {
        await refuseSwitchedOff(unit, 'factoring')
        return secondForRecourse(unit, id)
      },
      act: (unit: Unit, id: string) => takeRecourse(unit, id, {}),
    },
  },
  overdue: {
    // A decision that waits for a person has no deadline, so its process is checked once an hour.
    factoringDecision: `select tenant_id, id from factoring_decision where
        (status in ('PENDING', 'READY_FOR_DECISION') and updated_at < now() - interval '1 minute')
        or (status in ('WAITING', 'REFINANCE') and updated_at < now() - interval '1 minute'
          and abs(uuid_hash(id)) % 60 = extract(minute from now())::int)
      order by updated_at limit 500`,
  },
} as const satisfies AreaOfVerbs
