// What the server did not write: its sentence, and the ways out.

import { Ticked } from "../parts/ticked.tsx";
import { perform } from "../state/edit.ts";
import { allRows } from "../state/for-rows.ts";
import { loadProject } from "../state/open.ts";
import { wake } from "../state/start.ts";
import { type Problem, read, update } from "../state/store.ts";
import { count } from "../state/words.ts";

/** `isGone`: there is no board that an edit could be done on. */
export function ProblemBar({ problem, isGone }: { problem: Problem; isGone: boolean }) {
  const leave = () => update({ problem: null });
  const rows = problem.kind === "shared" ? problem.rows : undefined;
  const shared = { mine: problem.message, ...(rows && { rows }) };
  return (
    <div class={`problem ${problem.kind}`} role="alert">
      <p>
        <b>
          {problem.kind === "changed" && !isGone
            ? "The file changed since you opened it. Nothing was written."
            : problem.message}
        </b>
        {problem.kind === "refused" && problem.help && (
          <span>
            <Ticked text={problem.help} />
          </span>
        )}
        {problem.kind === "rows" && problem.question.whyNotOne && (
          <span>
            <Ticked text={problem.question.whyNotOne} />
          </span>
        )}
        {problem.kind === "changed" && (
          <span>
            Your edit: {problem.mine}.{!isGone && " The board shows the file as it is now."}
          </span>
        )}
      </p>
      <div class="buttons">
        {problem.kind === "changed" && !isGone && problem.retry.length > 0 && (
          <button type="button" class="main" onClick={() => perform(problem.retry, { mine: problem.mine })}>
            Do my edit on the new file
          </button>
        )}
        {problem.kind === "shared" && (
          <>
            <button
              type="button"
              class="main"
              onClick={() => perform(problem.retry, { ...shared, scope: "here" })}
            >
              Only here
            </button>
            <button type="button" onClick={() => perform(problem.retry, { ...shared, scope: "shared" })}>
              In the shared file, for{" "}
              {problem.count === 2 ? "both" : `all ${count(problem.count, "dashboard").split(" ")[0]}`}
            </button>
          </>
        )}
        {problem.kind === "rows" && <ForWhichRows {...problem} />}
        {problem.kind === "silent" && problem.retry && (
          <button
            type="button"
            class="main"
            onClick={() => {
              const { retry } = problem;
              wake();
              void loadProject().then(() => read().phase === "open" && retry?.());
            }}
          >
            Try again
          </button>
        )}
        <button type="button" onClick={leave}>
          {problem.kind === "changed" ? "Leave it" : "Close"}
        </button>
      </div>
    </div>
  );
}

function ForWhichRows({ question, retry }: Problem & { kind: "rows" }) {
  const isOne = question.whyNotOne === null;
  return (
    <>
      {isOne && (
        <button type="button" class="main" onClick={() => retry("one")}>
          Only {question.row.key}
        </button>
      )}
      <button type="button" class={isOne ? "" : "main"} onClick={() => retry("all")}>
        In the template, for {allRows(question)}
      </button>
    </>
  );
}
