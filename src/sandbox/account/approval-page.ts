// The page at `verification_uri`: shows the code and takes the decision. Anyone who opens it counts as the sandbox's user.

import type { OpenContext } from "../api/context.ts";
import { html, type Reply } from "../api/reply.ts";

/** GET /auth/device: the code to compare with, or a field for it. */
export function showApproval({ devices, query, now }: OpenContext): Reply {
  const written = query.get("user_code");
  if (written === null) return page("Log in", CODE_FORM);
  const code = devices.find(written, Date.parse(now()));
  if (!code) return page("Log in", `<p>This code is unknown or has expired.</p>${CODE_FORM}`, 404);
  return page(
    "Log in",
    `<p>Is this the code that you see in your terminal?</p>
<p><strong>${code.userCode}</strong></p>
<p>${escapeHtml(code.clientId)} wants to act on your behalf.</p>
<form method="post"><input type="hidden" name="user_code" value="${code.userCode}">
<button name="action" value="approve">Approve</button> <button name="action" value="deny">Deny</button></form>`,
  );
}

/** POST /auth/device: `action` is approve or deny. */
export function decideApproval({ devices, form, now }: OpenContext): Reply {
  const fields = form();
  const action = fields.get("action");
  if (action !== "approve" && action !== "deny")
    return page("Log in", "<p>action must be approve or deny.</p>", 400);
  const decision = action === "approve" ? "approved" : "denied";
  if (!devices.decide(fields.get("user_code") ?? "", decision, Date.parse(now())))
    return page("Log in", `<p>This code is unknown or has expired.</p>${CODE_FORM}`, 404);
  return page("Log in", `<p>The login was ${decision}. You can close this page.</p>`);
}

const CODE_FORM = `<form><label>Code <input name="user_code" autofocus></label> <button>Continue</button></form>`;

function page(title: string, body: string, status = 200): Reply {
  return html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>\n${body}\n</body></html>`,
    status,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
