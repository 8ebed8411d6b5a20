import { families } from './events.ts'

const shown = [...families.values()].flatMap(({ type, shows = [] }) =>
  shows.length === 0
    ? []
    : [`when '${type}' then array[${shows.map((field) => `'${field}'`).join(', ')}]`],
)

/** By name; a migration is made where a database has another text of one. */
export const eventFunctions: Readonly<Record<string, string>> = {
  /** What an event of this family contains: values alone get the names of its fields, in order. */
  event_data: `create or replace function event_data(family text, data json) returns json
immutable strict parallel safe language sql return
case json_typeof(data)
  when 'null' then null
  when 'array' then (select coalesce(json_object_agg(f.name, v.value order by f.n), '{}')
    from json_array_elements(data) with ordinality v (value, n)
    join unnest(case family
      ${shown.join('\n      ')} end) with ordinality f (name, n) on f.n = v.n)
  else data end`,
}
