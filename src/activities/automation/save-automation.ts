import { z } from 'zod'
import { clientOfGift } from '../../domain/access/grant.ts'
import { modulesOfActions } from '../../domain/automation/actions.ts'
import { automationsMax, rulesMax } from '../../domain/automation/automation.ts'
import { fieldsIn } from '../../domain/automation/conditions.ts'
import { isBound } from '../../domain/access/scope.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { moduleOfFamily, refuseOff } from '../../domain/system/modules.ts'
import { Automation, AutomationRoute, AutomationRule } from '../../entities/automation.ts'
import { Client } from '../../entities/client.ts'
import { families, familyNames, receives } from '../../entities/events.ts'
import { clientToSee } from '../../entities/of-the-client.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change, id } from '../../kernel/read/fields.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseClosedClient } from '../access/refuse-closed-client.ts'
import { refuseSwitchedOff, switchedOff } from '../system/settings/read-modules.ts'
import { settleErrand, settleErrandsAbout } from '../system/settle-errand.ts'
import { errandsOf, suspendedErrandOf } from './automation-errands.ts'
import { endRuns } from './end-runs.ts'
import { fieldsOf } from './fields-of-events.ts'
import { refuseBeyond, ruleInput, ruleOf, type RuleSent } from './rule-of.ts'

export const family = z.enum(familyNames as [string, ...string[]]).meta({ example: 'INVOICE' })
const event = z.string().min(1).max(60).meta({ example: 'activated' })

export const createAutomationInput = bodyOf(Automation, ['name', 'enabled'], {
  enabled: true,
}).extend({
  type: family,
  event: event.nullish(),
  clientId: id('Client').optional(),
  rules: z.array(ruleInput).max(rulesMax).default([]),
})

/** What it is set off by stays as it is: another event is another automation. */
export const updateAutomationInput = bodyOf(Automation, ['name', 'enabled']).partial()

/** A bound maker's automation is set off by its client alone; the tenant's own by all, or by one. */
export async function createAutomation(
  unit: Unit,
  wanted: z.output<typeof createAutomationInput>,
): Promise<Automation> {
  const { rules, event: named = null, ...facts } = wanted
  const clientId = clientOfGift(unit.scope, wanted.clientId)
  const maker = makerOf(unit)
  refuseBeyondFamily(unit, wanted.type)
  await refuseSwitchedOff(unit, moduleOfFamily(wanted.type))
  if (named !== null && families.get(wanted.type)?.names.includes(named) !== true) {
    const message = `One of ${families.get(wanted.type)?.names.join(', ')}`
    return invalid('/event', 'UNKNOWN_EVENT', message)
  }
  if (wanted.clientId !== undefined) await unit.load(Client, wanted.clientId, '/clientId')
  await refuseClosedClient(unit, clientId)
  const ofClient = isBound(unit.scope)
  await refuseTooMany(unit, clientToSee({ clientId, ofClient }), wanted.enabled)
  const made = unit.add(Automation, {
    ...facts,
    event: named,
    clientId,
    ofClient,
    ...maker,
    suspendedFor: null,
  })
  for (const [n, sent] of rules.entries()) await keepRule(unit, made, sent, `/rules/${n}`)
  await setRoute(unit, made)
  return made
}

/** A rule more: whoever adds it answers for all that the automation does from then on. */
export async function addRule(
  unit: Unit,
  automationId: string,
  sent: RuleSent,
): Promise<AutomationRule> {
  const automation = await heldAutomation(unit, automationId)
  const rules = await unit.all(AutomationRule, { automationId })
  if (rules.length >= rulesMax) refuse('AUTOMATIONS_FULL')
  await takeOver(unit, automation, rules)
  const rule = await keepRule(unit, automation, sent, '')
  await setRoute(unit, automation)
  return rule
}

/** Whoever switches it on answers for it, and takes it up again where it was suspended. */
export async function updateAutomation(
  unit: Unit,
  automationId: string,
  sent: z.output<typeof updateAutomationInput>,
): Promise<Automation> {
  if (sent.enabled === true) {
    const [asked] = await rowsOf(unit, Automation, { id: [automationId] }, ['clientId'])
    await refuseClosedClient(unit, asked?.clientId)
  }
  const automation = await heldAutomation(unit, automationId)
  const isOn = sent.enabled ?? automation.enabled
  if (sent.enabled === true) {
    await takeOver(unit, automation, await unit.all(AutomationRule, { automationId }))
    if (!automation.enabled) {
      await refuseTooMany(unit, clientToSee(automation), true)
    }
  }
  change(automation, sent)
  if (!isOn) await endRuns(unit, automationId)
  await setRoute(unit, automation)
  return automation
}

export async function deleteAutomation(unit: Unit, automationId: string): Promise<void> {
  const automation = await heldAutomation(unit, automationId)
  await endRuns(unit, automationId)
  await settleErrandsAbout(unit, errandsOf(automationId), 'It was deleted')
  for (const rule of await unit.all(AutomationRule, { automationId })) unit.remove(rule)
  for (const route of await unit.all(AutomationRoute, { automationId })) unit.remove(route)
  await unit.flush()
  unit.remove(automation)
}

/** What is left is done as before, by the rights of who last said so. */
export async function deleteRule(unit: Unit, ruleId: string): Promise<void> {
  const { automationId } = await unit.load(AutomationRule, ruleId)
  await heldAutomation(unit, automationId)
  unit.remove(await unit.load(AutomationRule, ruleId))
}

async function heldAutomation(unit: Unit, automationId: string): Promise<Automation> {
  await lockKey(unit, 'automation', automationId)
  return unit.load(Automation, automationId)
}

function makerOf({ principal, scope }: Unit) {
  if (scope.debtorId !== null) refuse('ACCESS_DENIED')
  return {
    savedBy: principal.id,
    savedByName: principal.name.slice(0, 200),
    bound: isBound(scope),
  }
}

function refuseBeyondFamily({ principal }: Unit, type: string): void {
  if (receives(principal, type)) return
  refuse('GRANT_EXCEEDS_HOLDER', {
    missingRights: principal.lacks(families.get(type)?.rights ?? []),
    detail: `One of these rights is needed to have anything done by events of the family ${type}.`,
  })
}

/** All that it does has to be theirs to do, and all that it asks theirs to read. */
async function takeOver(
  unit: Unit,
  automation: Automation,
  rules: readonly AutomationRule[],
): Promise<void> {
  const { type } = automation
  const maker = makerOf(unit)
  refuseBeyondFamily(unit, type)
  const off = await switchedOff(unit)
  refuseOff(moduleOfFamily(type), off)
  const has = (right: string) => unit.principal.has(right)
  const readable = fieldsOf(type, { has, isBound: isBound(unit.scope) })
  for (const { conditions, actions } of rules) {
    const hidden = fieldsIn(conditions ?? null).find((name) => !readable.has(name))
    if (hidden !== undefined) {
      const detail = `A rule asks for ${hidden}, which you may not read.`
      refuse('GRANT_EXCEEDS_HOLDER', { missingRights: [], detail })
    }
    for (const each of actions) {
      refuseOff(modulesOfActions[each.type], off)
      refuseBeyond(unit, unit.runtime.registered.automationActions[each.type], each.on)
    }
  }
  if (automation.suspendedFor != null) {
    await settleErrand(unit, suspendedErrandOf(automation.id), 'Somebody who may has taken it over')
  }
  Object.assign(automation, maker, { suspendedFor: null })
}

async function keepRule(unit: Unit, automation: Automation, sent: RuleSent, pointer: string) {
  const { id: automationId, type, clientId = null, ofClient } = automation
  const rule = await ruleOf(unit, type, sent, pointer)
  const whose = { automationId, clientId, ofClient, createdBy: unit.principal.id }
  return unit.add(AutomationRule, { ...rule, ...whose })
}

async function refuseTooMany(unit: Unit, ofClient: string | null, isOn: boolean): Promise<void> {
  if (!isOn) return
  await lockKey(unit, 'automations', ofClient ?? '')
  const whose = ofClient === null ? { ofClient: false } : { ofClient: true, clientId: ofClient }
  const there = await unit.all(Automation, { ...whose, enabled: true })
  if (there.length >= automationsMax) refuse('AUTOMATIONS_FULL')
}

/** It is set off only while it is switched on, and whoever made it may still have it. */
export async function setRoute(unit: Unit, automation: Automation): Promise<void> {
  const { id: automationId, type, event: named = null, ofClient, clientId = null } = automation
  const [route] = await unit.all(AutomationRoute, { automationId })
  const isAtWork = automation.enabled && automation.suspendedFor == null
  if (route !== undefined && !isAtWork) unit.remove(route)
  if (route !== undefined || !isAtWork) return
  const only = { event: named, ofClient, onlyClientId: clientId }
  unit.add(AutomationRoute, { type, automationId, ...only })
}
