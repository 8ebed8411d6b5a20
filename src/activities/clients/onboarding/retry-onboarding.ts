import { refuse } from '../../../domain/refusal.ts'
import { Client } from '../../../entities/client.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import type { TakenOn } from '../create-client.ts'
import { stepsOf } from './steps.ts'

/** Goes on from the failed step; what was done before stays done. */
export async function retryOnboarding(unit: Unit, clientId: string): Promise<TakenOn> {
  const client = await unit.load(Client, clientId)
  const steps = await stepsOf(unit, client.id)
  const failed = steps.filter(({ status }) => status === 'FAILED')
  if (failed.length === 0) refuse('ONBOARDING_NOT_FAILED')
  for (const step of failed) {
    step.status = 'WAITING'
    step.error = null
  }
  unit.start('onboardClient', client.id, { RxClient: client.id })
  await unit.flush()
  return { client, steps }
}
