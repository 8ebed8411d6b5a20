import { isNarrowed } from '../../domain/access/scope.ts'
import {
  languageFor,
  localeParts,
  plainNumber,
  writingsOf,
} from '../../domain/clients/taking-on.ts'
import { normalisedNumber } from '../../domain/identification-number.ts'
import { refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import type { OnboardingStep } from '../../entities/onboarding-step.ts'
import { tenantOf } from '../access/tenant-of.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockIdentification } from './locks.ts'
import { addSteps, settle, stepsAtOnce, workOf } from './onboarding/steps.ts'

export interface ContactInformation {
  name?: string | undefined
  email: string
  phone: string
}

export interface AddressInformation {
  name: string
  address: string
  zip: string
  city: string
  countryCode?: string | undefined
}

export interface NewClient {
  identificationNumber: string
  name: string
  locale?: string | null | undefined
  countryCode?: string | null | undefined
  contactInformation?: ContactInformation | null | undefined
  addressInformation?: AddressInformation | null | undefined
}

type Kept<T> = { [K in keyof T]: Exclude<T[K], undefined> }

export interface TakenOn {
  client: Client
  steps: OnboardingStep[]
}

/** A client begins in onboarding; what its next call relies on is there when this one answers. */
export async function createClient(unit: Unit, body: NewClient): Promise<TakenOn> {
  refuseBound(unit)
  const countryCode = await countryOf(unit, body)
  await refuseTwice(unit, countryCode, body.identificationNumber)
  const client = unit.add(Client, {
    identificationNumber: body.identificationNumber,
    normalNumber: normalisedNumber(body.identificationNumber, countryCode),
    name: body.name,
    countryCode,
    locale: body.locale ?? null,
    contactInformation: asKept(body.contactInformation),
    addressInformation: asKept(body.addressInformation),
    preferredLanguage: languageFor(body.locale, countryCode),
    status: 'ONBOARDING',
  })
  const steps = addSteps(unit, client)
  await unit.flush()
  for (const step of steps.filter((each) => stepsAtOnce.includes(each.step))) {
    await workOf[step.step](unit, client)
    settle(unit, step)
  }
  unit.start('onboardClient', client.id, { RxClient: client.id })
  await unit.flush()
  return { client, steps }
}

/** Who sees some clients only cannot see another, so that there is none to answer with. */
function refuseBound({ scope }: Unit): void {
  if (!isNarrowed(scope)) return
  refuse('GRANT_EXCEEDS_HOLDER', {
    missingRights: [],
    detail: 'A caller that sees some of the clients only takes on no other.',
  })
}

async function countryOf(unit: Unit, body: NewClient): Promise<string> {
  return (
    body.countryCode ??
    body.addressInformation?.countryCode ??
    localeParts(body.locale).country ??
    (await tenantOf(unit)).countryCode
  )
}

async function refuseTwice(unit: Unit, countryCode: string, number: string): Promise<void> {
  await lockIdentification(unit, `${countryCode} ${plainNumber(number)}`)
  const [first] = await unit.transaction.query<{ id: string }>(
    `select id from client where tenant_id = $1 and country_code = $2
     and identification_number = any($3)`,
    [unit.tenantId, countryCode, writingsOf(number)],
  )
  if (first === undefined) return
  refuse('CLIENT_ALREADY_EXISTS', {
    existingId: first.id,
    errors: [
      {
        pointer: '/identificationNumber',
        code: 'ALREADY_EXISTS',
        message: 'There is a client with this number in this country',
      },
    ],
  })
}

/** As it is kept: a field that was not sent is not there. */
export function asKept<T extends object>(sent: T | null | undefined): Kept<T> | null {
  if (sent == null) return null
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Kept<T>
}
