// The room's other door, for who only asks what failed: through its index the start of every command would load the HTTP client.

export { PlatformError } from "../http/platform-error.ts";
