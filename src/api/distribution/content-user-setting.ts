import { z } from 'zod'
import {
  createContentUserSetting,
  createContentUserSettingInput,
  deleteContentUserSetting,
  listViewsInput,
  ownView,
  ownViews,
  updateContentUserSetting,
  updateContentUserSettingInput,
} from '../../activities/distribution/content-user-settings.ts'
import { ContentUserSetting } from '../../entities/content-user-setting.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { viewOf } from '../../kernel/read/view.ts'

const view = viewOf(ContentUserSetting, ['id', 'type', 'versioned'], {
  more: { value: z.record(z.string(), z.unknown()) },
  show: ({ value }) => ({ value }),
})

export default {
  listContentUserSettings: operation('GET /content-user-setting', 'ReadContentUserSettings', {
    summary: "List one's own saved views",
    query: listViewsInput,
    returns: z.object({ data: z.array(view.schema) }).meta({ id: 'ContentUserSettings' }),
    shows: (all: ContentUserSetting[]) => ({ data: all.map((each) => view.show(each)) }),
  }).handle(({ unit, query }) => ownViews(unit, query)),

  readContentUserSetting: operation('GET /content-user-setting/{id}', 'ReadContentUserSetting', {
    summary: "Read one's own saved view by its type or id",
    shows: view,
  }).handle(({ unit, params }) => ownView(unit, params.id)),

  createContentUserSetting: operation('POST /content-user-setting', 'CreateContentUserSetting', {
    summary: "Save one's own view of a type of content",
    body: createContentUserSettingInput,
    shows: view,
    refuses: ['ALREADY_EXISTS', 'NO_PERSON', 'TOO_MANY_VIEWS'],
  }).handle(({ unit, body }) => createContentUserSetting(unit, body)),

  updateContentUserSetting: operation(
    'PUT /content-user-setting/{id}',
    'UpdateContentUserSetting',
    {
      summary: "Change one's own saved view",
      body: updateContentUserSettingInput,
      shows: view,
    },
  ).handle(({ unit, params, body }) => updateContentUserSetting(unit, params.id, body)),

  deleteContentUserSetting: operation(
    'DELETE /content-user-setting/{id}',
    'DeleteContentUserSetting',
    {
      names: { entity: ContentUserSetting },
      summary: "Delete one's own saved view",
    },
  ).handle(({ unit, params }) => deleteContentUserSetting(unit, params.id)),
} satisfies Room
