import { z } from 'zod'
import { languages } from '../../domain/languages.ts'
import { countriesIn, languagesIn, locales } from '../../domain/system/locale.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const word = z.string()

const LocalesView = z
  .object({
    /** What documents can be written in, and texts of the platform be shown in. */
    documentLanguages: z.array(z.enum(languages)),
    languages: z.array(z.object({ code: word.meta({ example: 'sv' }), name: word })),
    countries: z.array(z.object({ code: word.meta({ example: 'SE' }), name: word })),
    data: z.array(
      z.object({
        locale: word.meta({ example: 'sv-SE' }),
        language: word.meta({ example: 'sv' }),
        country: word.meta({ example: 'SE' }),
        currency: word.meta({ example: 'SEK' }),
        decimalMark: word.meta({ example: ',' }),
        groupMark: word.meta({ example: ' ' }),
        date: word.meta({ example: 'yyyy-MM-dd' }),
        firstDayOfWeek: z.int().meta({ example: 1, description: 'From 1 for Monday.' }),
        amount: word.meta({ example: '12 345,60 kr' }),
      }),
    ),
  })
  .meta({ id: 'Locales' })

export default {
  readLocales: operation('GET /locales', 'ReadLocales', {
    summary: 'Read languages, countries and how each locale writes',
    query: z.strictObject({
      language: z.enum(languages).optional().meta({ description: 'What the names are in.' }),
    }),
    returns: LocalesView,
  }).handle(async ({ query: { language = 'en' } }) => ({
    documentLanguages: [...languages],
    languages: languagesIn(language),
    countries: countriesIn(language),
    data: [...locales],
  })),
} satisfies Room
