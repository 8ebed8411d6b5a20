import type { AreaOfVerbs } from '../area.ts'
import { cleanupJob } from './cleanup-job.ts'
import { automationActions } from './automation-actions.ts'
import { claimJobPage } from './jobs/claim-job-page.ts'
import { failJobRun } from './jobs/fail-job-run.ts'
import { leaveToDos } from './leave-to-dos.ts'
import { fxJob } from './fx-job.ts'
import { isReferenceRateMissing, loadRatesAgain, referenceJob } from './reference-job.ts'
import { planJob } from './jobs/plan-job.ts'
import { hasJobFailed, retryJobRun } from './jobs/retry-job-run.ts'
import { runJobForTenant } from './jobs/run-job-for-tenant.ts'
import { workOffTask } from './run-task.ts'
import { moduleSettings } from './settings/module-settings.ts'
import { portalSettings } from './settings/portal-settings.ts'

export const system = {
  verbs: { workOffTask, planJob, claimJobPage, runJobForTenant, failJobRun },
  settings: [portalSettings, moduleSettings],
  jobs: { cleanup: cleanupJob, 'rates.reference': referenceJob, 'rates.fx': fxJob },
  automationActions,
  leaveToDos,
  errandCauses: { JOB: hasJobFailed, MONITORING: isReferenceRateMissing },
  errandActions: {
    RUN_JOB: { of: 'JobRun', act: retryJobRun },
    LOAD_RATES: { of: 'BaseInterestRate', act: loadRatesAgain },
  },
  overdue: {
    runTask: `select tenant_id, id from background_task where status in ('QUEUED', 'RUNNING')
        and updated_at < now() - interval '2 minutes'
      order by updated_at limit 500`,
    // Its schedule starts the next one, which makes up for what was left.
    runJob: null,
  },
} as const satisfies AreaOfVerbs
