// Requests about studies, and their errors in words.
import { known, t } from "../../i18n";
import { errorText } from "../../lib/errors";
import { call } from "../../lib/request";
import type { AddChapter, ErrorInfo, GiveStudyRole, MakeStudyLink, StudyForm } from "../../lib/types";

const of = (study: string) => ({ path: { study } });
const at = (study: string, chapter: string) => ({ path: { study, chapter } });

export const studies = {
  list: () => call("GET /api/studies"),
  create: (body: StudyForm) => call("POST /api/studies", { body }),
  show: (study: string) => call("GET /api/studies/{study}", of(study)),
  change: (study: string, body: StudyForm) => call("PUT /api/studies/{study}", { ...of(study), body }),
  delete: (study: string) => call("DELETE /api/studies/{study}", of(study)),
  leave: (study: string) => call("DELETE /api/studies/{study}/join", of(study)),
  makeLink: (study: string, role: NonNullable<MakeStudyLink["role"]>) =>
    call("POST /api/studies/{study}/link", { ...of(study), body: { role } }),
  revokeLink: (study: string) => call("DELETE /api/studies/{study}/link", of(study)),
  invitation: (key: string) => call("GET /api/studies/link/{key}", { path: { key } }),
  join: (key: string) => call("POST /api/studies/link/{key}", { path: { key } }),
  giveRole: (study: string, player: string, role: GiveStudyRole["role"]) =>
    call("PUT /api/studies/{study}/members/{player}", { path: { study, player }, body: { role } }),
  remove: (study: string, player: string) =>
    call("DELETE /api/studies/{study}/members/{player}", { path: { study, player } }),
  report: (study: string) =>
    call("POST /api/studies/{study}/report", { ...of(study), body: { reason: "other" } }),
  add: (study: string, body: AddChapter) =>
    call("POST /api/studies/{study}/chapters", { ...of(study), body }),
  chapter: (study: string, chapter: string) =>
    call("GET /api/studies/{study}/chapters/{chapter}", at(study, chapter)),
  changeChapter: (study: string, chapter: string, name: string, place: number) =>
    call("PUT /api/studies/{study}/chapters/{chapter}", { ...at(study, chapter), body: { name, place } }),
  deleteChapter: (study: string, chapter: string) =>
    call("DELETE /api/studies/{study}/chapters/{chapter}", at(study, chapter)),
  write: (study: string, chapter: string, moment: number, text: string, edition: number) =>
    call("PUT /api/studies/{study}/chapters/{chapter}/notes/{moment}", {
      path: { study, chapter, moment },
      body: { text, edition },
    }),
  mark: (study: string, chapter: string, moment: number, mark: string, color: number | null) =>
    call("POST /api/studies/{study}/chapters/{chapter}/marks", {
      ...at(study, chapter),
      body: { moment, mark, color },
    }),
};

export const fileOf = (study: string, language: string): string =>
  `/api/studies/${encodeURIComponent(study)}/file?language=${language}`;

/** The text of an error of these requests, whose codes mean other things elsewhere. */
export function studyError(error: ErrorInfo): string {
  const id = `studies.error_${error.code}`;
  return known(id) ? t(id) : errorText(error);
}
