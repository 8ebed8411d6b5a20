import { idCodes } from '../domain/ids.ts'
import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { idOf, ownId, text, principalId, traceparent } from './columns.ts'
import { eventsOfDebtor, journalOfDebtor } from './debtor-sees.ts'
import {
  actionOfEntry,
  changesOfEntry,
  dataOfEvent,
  entriesIn,
  inEntry,
  isUpdate,
  ofTheTenant,
  textInEntry,
  type EventData,
  type StoredEntry,
} from './journal-entry.ts'
import { bySettings, isOneOf } from './reach.ts'
import { identified, inTenant, tenantTable, tenantView } from './table.ts'

/** The owners whose changes are listed for all of a kind. */
const listedOwners = ['Client', 'InternalRequest', 'SystemSetting', 'Webhook']

/** Who changed it, by what, and when. */
const authored = {
  principalKind: p.string().length(20),
  principalId: principalId(),
  principalName: p.string(),
  requestId: p.string().nullable(),
  workflowId: p.string().nullable(),
  at: p.datetime(3),
}

/**
 * What one transaction changed of one owner and of what belongs to it, who did it, and what it
 * meant. Written by the kernel in that transaction; changelog and events are read from it.
 */
export const Journal = defineEntity({
  name: 'Journal',
  ...tenantTable('journal', {
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    debtorSees: journalOfDebtor,
    record: true,
  }),
  properties: {
    ...identified('JR'),
    ownerType: p.string().length(60),
    ownerId: p.string().length(200),
    clientId: idOf('Client').nullable(),
    debtorId: idOf('Debtor').nullable(),
    ...authored,
    /** Of the owner, after it. */
    version: p.integer().nullable(),
    entries: p.json<StoredEntry[]>().columnType('json'),
    /** What the owner's events contain, in rows of before; now it stands with each of them. */
    data: p.json<EventData>().columnType('json').nullable(),
    traceparent: traceparent(),
  },
  indexes: [
    // Without the id: what is known of one owner is read together, and its key is stored once.
    { name: 'journal_owner_index', properties: ['tenantId', 'ownerId'] },
    // All changes of such things are listed together, among many more of others.
    {
      name: 'journal_listed_index',
      expression: `create index journal_listed_index on journal (tenant_id, owner_type, id) where ${isOneOf('owner_type', listedOwners)}`,
    },
  ],
})
export type Journal = InferEntity<typeof Journal>

const own = 'e.id is null'
const entity = `coalesce(${textInEntry('entity')}, j.owner_type)`
const entityId = `case when ${inEntry('entity')} is null then j.owner_id else e.id end`
/** An entry of the owner itself says its own where a later one of the row left another. */
const version = `coalesce((${textInEntry('version')})::int, case when ${own} then j.version end)`

/** The state of a part, or what changed of it, stands under its name. */
const changes = `case
    when ${inEntry('part')} is null or ${inEntry('changes')} is null then ${changesOfEntry}
    when ${isUpdate} then json_build_object(${textInEntry('part')}, (
      select json_build_object('from', coalesce(json_object_agg(key, value -> 0), '{}'),
        'to', coalesce(json_object_agg(key, value -> 1), '{}'))
      from json_each(${inEntry('changes')})))
    else json_build_object(${textInEntry('part')}, ${inEntry('changes')}) end`

/** Of a workflow of the tenant, whose id is left out of it. */
const workflowId = `replace(j.workflow_id, '${ofTheTenant}',
  '/' || tenant_text(j.tenant_id) || '/')::varchar(255)`

const asked = `coalesce(current_setting('app.scope', true), '')`

/** Who changed what, when, from what to what: the entries of the journal. */
export const Changelog = defineEntity({
  name: 'Changelog',
  ...tenantView('changelog', {
    clientColumn: 'client_id',
    record: true,
    view: `select j.tenant_id, ${entityId} as entity_id,
  id_within(${idCodes.CL}, j.id, e.n::int - 1) as id, ${entity} as entity,
  ${actionOfEntry} as action,
  ${changes} as changes, j.client_id, j.principal_kind, j.principal_id, j.principal_name,
  j.request_id, ${workflowId} as workflow_id, j.at, j.owner_type, j.owner_id,
  coalesce(${textInEntry('part')}, ${entity}) as row_type,
  coalesce(e.id, j.owner_id) as row_id, ${version} as row_version,
  ${inEntry('kept')} as kept
from journal j cross join lateral ${entriesIn}
where ${inEntry('action')} is not null and ${asked} <> 'debtor'`,
  }),
  properties: {
    ...inTenant,
    entityId: text(200, 'U06D7ZCEWYHZ8N179004G7H8PR4'),
    id: ownId('CL'),
    entity: text(60, 'User'),
    action: p.string().length(10),
    /**
     * Of a row that goes its state, else each field that changed, from what to what. A row that
     * appears tells its state itself, if it was not written down here before.
     */
    changes: p.json<Record<string, unknown>>().columnType('json').nullable(),
    clientId: idOf('Client').nullable(),
    ...authored,
    /** What the journal is searched by: the row itself, or the one that it belongs to. */
    ownerType: p.string().length(60),
    ownerId: p.string().length(200),
    /** Which row changed, also where it is told as a part of its owner. */
    rowType: p.string().length(60),
    rowId: p.string().length(200),
    rowVersion: p.integer().nullable(),
    kept: p.json<Record<string, unknown>>().columnType('json').nullable(),
  },
})
export type Changelog = InferEntity<typeof Changelog>

/** Events of one entry have as many ids between its own and the next one's. */
export const eventsOfEntryMax = 8

/** The events of a row `j` of the journal, and their columns. */
export const eventsIn = `${entriesIn}
  cross join lateral json_each_text(${inEntry('events')}) with ordinality v (type, name, n)`

const debtorId = `case when ${inEntry('debtor')} is null then j.debtor_id end`

export const eventColumns = {
  tenant_id: 'j.tenant_id',
  id: `id_within(${idCodes.EV}, j.id, (e.n::int - 1) * ${eventsOfEntryMax} + v.n::int - 1)`,
  type: 'v.type',
  name: 'v.name',
  subject_type: entity,
  subject_id: entityId,
  client_id: 'j.client_id',
  debtor_id: debtorId,
  version,
  changed: `coalesce(${inEntry('changed')}, case when ${isUpdate} then (
    select ('[' || coalesce(string_agg(to_json(k)::text, ','), '') || ']')::json
    from json_object_keys(${inEntry('changes')}) k) end)`,
  data: `coalesce(case when ${own} then j.data -> v.type end,
    ${dataOfEvent('v.type', 'v.n::int - 1')})`,
  occurred_at: 'j.at',
}

export const selected = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns)
    .map(([name, from]) => `${from} as ${name}`)
    .join(',\n  ')

const events = `select ${selected(eventColumns)},
  j.owner_type, j.owner_id
from journal j cross join lateral ${eventsIn}`

/** Something that happened, in the words of the trade: the events of the journal. */
export const Event = defineEntity({
  name: 'Event',
  ...tenantView('event', {
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    debtorSees: eventsOfDebtor,
    record: true,
    view: `select * from (${events}) event
where case ${asked} when 'debtor' then debtor_id = ${bySettings.debtor}
  and ${eventsOfDebtor(bySettings)} else true end`,
  }),
  properties: {
    ...identified('EV'),
    type: p.string().length(60),
    name: p.string().length(60),
    subjectType: p.string().length(60),
    subjectId: p.string().length(200),
    clientId: idOf('Client').nullable(),
    debtorId: idOf('Debtor').nullable(),
    /** Of its subject after it. */
    version: p.integer().nullable(),
    /** The fields that changed, of what was there before and after. */
    changed: p.json<string[]>().columnType('json').nullable(),
    /** What its family tells of its subject, where it tells anything. */
    data: p.json<Record<string, unknown>>().columnType('json').nullable(),
    occurredAt: p.datetime(3),
    /** What the journal is searched by: the subject, or the one that it belongs to. */
    ownerType: p.string().length(60),
    ownerId: p.string().length(200),
  },
})
export type Event = InferEntity<typeof Event>
