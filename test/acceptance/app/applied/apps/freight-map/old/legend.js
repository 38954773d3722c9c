export const legend = ["sea", "road"];
