import {
  changeCountry,
  openCountry,
  openCountryInput,
  changeCountryInput,
} from '../../activities/factoring/factoring-countries.ts'
import { FactoringCountry } from '../../entities/factoring-country.ts'
import { collection } from '../../kernel/read/collection.ts'
import { countryCode } from '../../kernel/read/amounts.ts'
import { exact, flag, instants } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const factoringCountryView = viewOf(FactoringCountry, [
  'id',
  'code',
  'enabled',
  'currencies',
  'maxLimit',
  'maxLimitCurrency',
  'riskWeight',
  'requiresInsurance',
  'versioned',
])

const countries = collection(FactoringCountry, {
  noun: ['factoring country', 'factoring countries'],
  shows: factoringCountryView,
  key: 'code',
  filters: { code: exact(countryCode), enabled: flag(), createdAt: instants() },
  sort: ['code', 'createdAt'],
})

export default {
  listFactoringCountries: operation(
    'GET /factoring-country',
    'ReadFactoringCountry',
    countries.list,
  ),

  searchFactoringCountries: operation(
    'POST /factoring-country/search',
    'ReadFactoringCountry',
    countries.search,
  ),

  readFactoringCountry: operation(
    'GET /factoring-country/{code}',
    'ReadFactoringCountry',
    countries.read,
  ),

  createFactoringCountry: operation('POST /factoring-country', 'CreateFactoringCountry', {
    summary: 'Open a country for factoring, with its currencies and limit',
    body: openCountryInput,
    shows: factoringCountryView,
    refuses: ['ALREADY_EXISTS'],
    locate: (country) => `/factoring-country/${country.code}`,
  }).handle(({ unit, body }) => openCountry(unit, body)),

  updateFactoringCountry: operation('PUT /factoring-country/{code}', 'UpdateFactoringCountry', {
    summary: 'Change whether and how far a country is bought',
    body: changeCountryInput,
    shows: factoringCountryView,
  }).handle(({ unit, params, body }) => changeCountry(unit, params.code, body)),

  deleteFactoringCountry: operation('DELETE /factoring-country/{code}', 'DeleteFactoringCountry', {
    names: { entity: FactoringCountry },
    summary: 'Close a country for factoring; a person decides from then on',
  }).handle(async ({ unit, params }) => {
    unit.remove(await unit.load(FactoringCountry, { code: params.code }))
  }),
} satisfies Room
